/* With process_vm_readv: a page of its stack is enough to show that it can. */
#define _GNU_SOURCE
#include <sys/uio.h>
#include "others.h"

static int copies(int pid) {
  char path[64], line[512], page[64];
  snprintf(path, sizeof path, "/proc/%d/maps", pid);
  FILE *maps = fopen(path, "r");
  unsigned long from;
  while (maps && fgets(line, sizeof line, maps)) {
    if (!strstr(line, "[stack]") || sscanf(line, "%lx-%*x", &from) != 1) continue;
    struct iovec here = {page, sizeof page}, there = {(void *)from, sizeof page};
    return process_vm_readv(pid, &here, 1, &there, 1, 0) > 0;
  }
  return 0;
}

int main(void) {
  DIR *proc = opendir("/proc");
  for (int pid; (pid = next_other(proc));)
    if (copies(pid)) return 0;
  return 1;
}
