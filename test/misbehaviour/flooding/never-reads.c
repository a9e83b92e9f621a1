/* Each of its late peels is answered, and no answer is read. Its pipe is made as small as it can be. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

int main(void) {
  static const char peel[] = "p001003001AAA";
  static char text[1000 * (sizeof peel - 1)];
  char told[10];
  if (write(1, "n", 1) != 1) return 1;
  for (size_t heard = 0; heard < sizeof told; heard++)
    if (read(0, told, 1) != 1) return 1;
  fcntl(0, F_SETPIPE_SZ, 4096);
  for (size_t place = 0; place < sizeof text; place += sizeof peel - 1) memcpy(text + place, peel, sizeof peel - 1);
  while (write(1, text, sizeof text) > 0);
  return 1;
}
