/* Owned by root and set-user-ID: from here on the user that started it may not end it. */
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

int main(int count, char **words) {
  (void)words;
  signal(SIGTERM, SIG_IGN);
  if (setuid(0) != 0) return 1;
  fprintf(stderr, "root\n");
  while (count == 1) pause();
  return 0;
}
