/* Memory in pipes that nobody reads. Each process has as many as it may. */
#include "plays-on.h"

static long fill_pipes(long most) {
  long held = 0;
  int ends[2];
  while (held < most && pipe2(ends, O_NONBLOCK) == 0)
    for (ssize_t written; (written = write(ends[1], piece, PIECE)) > 0;) held += written;
  return held;
}

int main(void) {
  is_dealt_to();
  for (int children = 0; children < 20; children++)
    if (fork() == 0) plays_on(fill_pipes(HELD / 20));
  plays_on(fill_pipes(HELD / 20));
}
