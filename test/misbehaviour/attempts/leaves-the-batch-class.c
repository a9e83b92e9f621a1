/*
 * A program that is no batch work stops others when it wakes up: the host on its way to the next player, and that player. With
 * arguments it runs them so, or as before, where it cannot.
 */
#include <sched.h>
#include <unistd.h>

int main(int count, char **words) {
  struct sched_param none = {0};
  int failed = sched_setscheduler(0, SCHED_OTHER, &none) < 0;
  if (count > 1) execvp(words[1], words + 1);
  return failed;
}
