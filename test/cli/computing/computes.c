/* computes.c HOW MS: in each turn of Scrabble or Boggle it takes so much time in this way, and passes. */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static long millis(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void *spin(void *amount) {
  long end = millis(CLOCK_THREAD_CPUTIME_ID) + *(long *)amount;
  while (millis(CLOCK_THREAD_CPUTIME_ID) < end);
  return NULL;
}

static void in_threads(long amount) {
  pthread_t threads[2];
  long half = amount / 2;
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, spin, &half);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
}

static void in_children(long amount) {
  long half = amount / 2;
  for (int i = 0; i < 2; i++)
    if (fork() == 0) {
      spin(&half);
      _exit(0);
    }
  while (wait(NULL) > 0);
}

/* Nobody waits for the one that computes: its parent has ended before. */
static void in_an_orphan(long amount) {
  int done[2];
  char byte;
  if (pipe(done) != 0) exit(1);
  if (fork() == 0) {
    if (fork() == 0) {
      spin(&amount);
      if (write(done[1], "x", 1) != 1) _exit(1);
      sleep(2);
    }
    _exit(0);
  }
  wait(NULL);
  if (read(done[0], &byte, 1) != 1) exit(1);
}

/* What ends with its parent ignoring it, the system counts nowhere. */
static void in_an_ignored_child(long amount) {
  signal(SIGCHLD, SIG_IGN);
  if (fork() == 0) {
    spin(&amount);
    _exit(0);
  }
  while (wait(NULL) > 0);
}

static void compute(const char *how, long amount) {
  long endless = 1000000000;
  if (strcmp(how, "spins") == 0) spin(&amount);
  if (strcmp(how, "sleeps") == 0) usleep(amount * 1000);
  if (strcmp(how, "threads") == 0) in_threads(amount);
  if (strcmp(how, "children") == 0) in_children(amount);
  if (strcmp(how, "orphan") == 0) in_an_orphan(amount);
  if (strcmp(how, "ignored") == 0) in_an_ignored_child(amount);
  if (strcmp(how, "endless") == 0) spin(&endless);
}

int main(int count, char **words) {
  char line[4096];
  int turn;
  setvbuf(stdout, NULL, _IOLBF, 0);
  if (count != 3) return 2;
  puts("ready");
  while (fgets(line, sizeof line, stdin)) {
    if (strncmp(line, "turn ", 5) != 0 || sscanf(line, "%*s %*s %d", &turn) != 1) continue;
    compute(words[1], atol(words[2]));
    printf("@%d pass\n", turn);
  }
}
