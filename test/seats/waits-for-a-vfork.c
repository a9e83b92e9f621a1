/* Below a hundred others it waits in the kernel for a child of vfork, which neither ends nor becomes another program. */
#include <unistd.h>

static void rest(void) {
  for (;;) pause();
}

int main(void) {
  for (int others = 0; others < 100; others++)
    if (fork() == 0) rest();
  for (int depth = 0; depth < 3; depth++)
    if (fork() > 0) rest();
  if (vfork() == 0) {
    if (write(2, "waits\n", 6) != 6) _exit(1);
    rest();
  }
  return 0;
}
