/* Runs its arguments as any program, or as before, where it cannot. */
#include <sched.h>
#include <unistd.h>

int main(int count, char **words) {
  struct sched_param none = {0};
  sched_setscheduler(0, SCHED_OTHER, &none);
  if (count > 1) execvp(words[1], words + 1);
  return 127;
}
