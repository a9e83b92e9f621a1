/* Forks as fast as it can, up to 200 of them: no child is listed before it has children. Says how many it made. */
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
  char deal[4];
  signal(SIGTERM, SIG_IGN);
  if (write(1, "n", 1) != 1 || read(0, deal, sizeof deal) < 1) return 1;
  int made = 0;
  for (int tries = 0; tries < 200; tries++) {
    int child = fork();
    if (child == 0) for (;;) pause();
    if (child > 0) made++;
  }
  fprintf(stderr, "made %d\n", made);
  for (;;) pause();
}
