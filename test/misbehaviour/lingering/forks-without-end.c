/* Always on its way from one process to the next, each with a session of its own. Bounded, for a host that fails. */
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

int main(void) {
  char deal[4];
  signal(SIGTERM, SIG_IGN);
  signal(SIGCHLD, SIG_IGN);
  if (write(1, "n", 1) != 1 || read(0, deal, sizeof deal) < 1) return 1;
  if (fork() > 0) for (;;) pause();
  for (int hops = 0; hops < 20000; hops++) {
    if (fork() > 0) _exit(0);
    setsid();
    usleep(500);
  }
  return 0;
}
