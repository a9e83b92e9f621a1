/*
 * Loaded into bubblewrap: what it tells its child, which is not to begin before that, comes half a second late. If it is
 * killed meanwhile the child waits for ever, for it holds the other end itself.
 */
#define _GNU_SOURCE
#include <sys/syscall.h>
#include <unistd.h>

ssize_t write(int descriptor, const void *bytes, size_t length) {
  if (length == 8) usleep(500000);
  return syscall(SYS_write, descriptor, bytes, length);
}
