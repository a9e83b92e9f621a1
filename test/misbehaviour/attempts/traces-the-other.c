/* As a debugger does; and lets it go again. */
#include <sys/ptrace.h>
#include "others.h"

int main(void) {
  DIR *proc = opendir("/proc");
  for (int pid; (pid = next_other(proc));)
    if (ptrace(PTRACE_SEIZE, pid, 0, 0) == 0) return 0;
  return 1;
}
