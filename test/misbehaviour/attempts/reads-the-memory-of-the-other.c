/* Through /proc/PID/mem, all that can be written to. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <unistd.h>
#include "others.h"

static int finds_secret(int pid) {
  static char bytes[1 << 22];
  char path[64], line[512];
  snprintf(path, sizeof path, "/proc/%d/maps", pid);
  FILE *maps = fopen(path, "r");
  snprintf(path, sizeof path, "/proc/%d/mem", pid);
  int memory = open(path, O_RDONLY);
  if (!maps || memory < 0) return 0;
  while (fgets(line, sizeof line, maps)) {
    unsigned long from, to;
    if (sscanf(line, "%lx-%lx rw", &from, &to) < 2 || !strstr(line, " rw")) continue;
    size_t size = to - from < sizeof bytes ? to - from : sizeof bytes;
    ssize_t length = pread(memory, bytes, size, (off_t)from);
    if (length > 0 && memmem(bytes, (size_t)length, secret_of_the_other(), strlen(secret_of_the_other()))) return 1;
  }
  return 0;
}

int main(void) {
  DIR *proc = opendir("/proc");
  for (int pid; (pid = next_other(proc));)
    if (finds_secret(pid)) return 0;
  return 1;
}
