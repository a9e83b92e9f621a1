/* What the kernel counts for each user. `all` takes as much as it gets and keeps it; `one` needs one of each. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/inotify.h>
#include <unistd.h>

static int watch(void) { return inotify_init1(0) >= 0; }

static int queueSignal(void) { return sigqueue(getpid(), SIGRTMIN, (union sigval){0}) == 0; }

static int enlargePipe(void) {
  int ends[2];
  return pipe(ends) == 0 && fcntl(ends[0], F_SETPIPE_SZ, 1 << 20) > 0;
}

static void report(const char *what, int (*take)(void), int all) {
  int taken = take();
  while (all && take()) taken++;
  printf("%s: %s\n", what, taken ? "there" : "refused");
}

int main(int count, char **words) {
  int all = count > 1 && strcmp(words[1], "all") == 0;
  sigset_t kept;
  sigemptyset(&kept);
  sigaddset(&kept, SIGRTMIN);
  sigprocmask(SIG_BLOCK, &kept, NULL);
  /* Each process has 256 descriptors: one takes pipes, the other takes watches. */
  if (!all || fork() == 0) {
    report("pipe", enlargePipe, all);
    if (all) pause();
  }
  report("watch", watch, all);
  report("signal", queueSignal, all);
  printf("taken\n");
  fflush(stdout);
  if (all) pause();
  return 0;
}
