/* Memory in files that nobody maps and that have no names. */
#include "plays-on.h"
#include <sys/mman.h>

enum { SIZE = 20 << 20 };

int main(void) {
  is_dealt_to();
  long held = 0;
  while (held < HELD) {
    int file = memfd_create("held", 0);
    if (file < 0) break;
    for (long size = 0; size < SIZE; size += PIECE) held += write(file, piece, PIECE);
  }
  plays_on(held);
}
