/*
 * The least that a peel's round trip can take: two processes, two pipes, as many bytes there and back as a peel and
 * its answer have. Prints how long each trip took, in nanoseconds: pipe-trip COUNT.
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { PEEL = 56, ANSWER = 6 };

static long long now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static void echo(int from, int to) {
  char bytes[PEEL] = {0};
  while (read(from, bytes, PEEL) == PEEL)
    if (write(to, bytes, ANSWER) != ANSWER) _exit(1);
  _exit(0);
}

int main(int count, char **words) {
  int there[2], back[2];
  char bytes[PEEL] = {0};
  if (pipe(there) || pipe(back)) return 1;
  if (fork() == 0) {
    close(there[1]);
    close(back[0]);
    echo(there[0], back[1]);
  }
  close(there[0]);
  close(back[1]);
  for (int trip = count > 1 ? atoi(words[1]) : 1000; trip > 0; trip--) {
    long long start = now();
    if (write(there[1], bytes, PEEL) != PEEL || read(back[0], bytes, ANSWER) != ANSWER) return 1;
    printf("%lld\n", now() - start);
  }
  return 0;
}
