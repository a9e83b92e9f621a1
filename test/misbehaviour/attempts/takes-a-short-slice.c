/* A program that asks for less at a time is given it sooner. With arguments it runs them so, or as before, where it cannot. */
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(int count, char **words) {
  struct {
    uint32_t size, policy;
    uint64_t flags;
    int32_t nice;
    uint32_t priority;
    uint64_t runtime, deadline, period;
  } wanted = {.size = sizeof wanted, .policy = 3, .runtime = 100000};
  int failed = syscall(SYS_sched_setattr, 0, &wanted, 0) < 0;
  if (count > 1) execvp(words[1], words + 1);
  return failed;
}
