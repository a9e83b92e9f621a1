/* Each child holds too much, but for a fiftieth of a second. */
#include "plays-on.h"
#include <stdlib.h>
#include <sys/wait.h>

int main(void) {
  is_dealt_to();
  for (int children = 0; children < 100; children++) {
    if (fork() == 0) {
      char *bytes = malloc(HELD);
      for (long at = 0; at < HELD / 3; at += 4096) bytes[at] = 1;
      usleep(20000);
      _exit(0);
    }
    wait(NULL);
    usleep(30000);
  }
  plays_on(0);
}
