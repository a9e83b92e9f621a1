/* Forks as fast as it can, up to 200 of them: no child is listed before it has children. */
#include <signal.h>
#include <unistd.h>

int main(void) {
  char deal[4];
  signal(SIGTERM, SIG_IGN);
  if (write(1, "n", 1) != 1 || read(0, deal, sizeof deal) < 1) return 1;
  for (int made = 0; made < 200; made++)
    if (fork() == 0) break;
  for (;;) pause();
}
