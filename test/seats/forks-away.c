/* Is always on its way from one process to the next, a thousand times a second. Bounded, for a reaper that fails. */
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

int main(int count, char **words) {
  int afresh = count > 2;
  signal(SIGTERM, SIG_IGN);
  signal(SIGCHLD, SIG_IGN);
  if (write(2, "forks\n", 6) != 6) return 1;
  for (int hops = 0; hops < 8000; hops++) {
    if (fork() > 0) _exit(0);
    if (afresh) setsid();
    usleep(500);
  }
  return 0;
}
