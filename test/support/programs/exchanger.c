/*
 * A player that dumps an A, waits for the answer and does so again: exchanger WARM COUNT. It prints to standard error
 * how much processor time the last COUNT exchanges took it, in nanoseconds, and leaves.
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static long long used(void) {
  struct timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static void await_answer(void) {
  char bytes[256];
  long got;
  do
    if ((got = read(0, bytes, sizeof bytes)) <= 0) exit(1);
  while (bytes[got - 1] != '.');
}

static void exchange(int times) {
  while (times-- > 0) {
    if (write(1, "dA", 2) != 2) exit(1);
    await_answer();
  }
}

int main(int count, char **words) {
  if (count != 3 || write(1, "n", 1) != 1) return 1;
  await_answer();
  exchange(atoi(words[1]));
  long long before = used();
  exchange(atoi(words[2]));
  fprintf(stderr, "%lld\n", used() - before);
  return 0;
}
