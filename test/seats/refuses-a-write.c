/* For LD_PRELOAD: the system has no memory for as many set-ups of a player as REFUSED says. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

ssize_t write(int file, const void *bytes, size_t length) {
  static const char setup[] = "scrabble 1\n";
  static int refused;
  const char *most = getenv("REFUSED");
  if (most && length >= sizeof setup - 1 && memcmp(bytes, setup, sizeof setup - 1) == 0 && refused < atoi(most)) {
    refused++;
    errno = ENOMEM;
    return -1;
  }
  return syscall(SYS_write, file, bytes, length);
}
