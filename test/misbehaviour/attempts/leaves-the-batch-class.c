/* Who is no batch work stops others when it wakes up: the host on its way to the next player, and that player. */
#include <sched.h>

int main(void) {
  struct sched_param none = {0};
  return sched_setscheduler(0, SCHED_OTHER, &none) < 0;
}
