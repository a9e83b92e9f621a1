/* Memory in segments of System V, most of which nobody is attached to. They outlive it. */
#include "plays-on.h"
#include <sys/shm.h>

enum { SIZE = 4 << 20 };

int main(void) {
  is_dealt_to();
  long held = 0;
  for (; held < HELD; held += SIZE) {
    int segment = shmget(IPC_PRIVATE, SIZE, 0600);
    char *bytes = segment < 0 ? (void *)-1 : shmat(segment, NULL, 0);
    if (bytes == (void *)-1) break;
    fprintf(stderr, "segment %d\n", segment);
    memset(bytes, 1, SIZE);
    shmdt(bytes);
  }
  plays_on(held);
}
