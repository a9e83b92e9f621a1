/* A piece of System V's that lies on the machine. */
#include <stdlib.h>
#include <sys/shm.h>

int main(void) {
  const char *id = getenv("SHARED_MEMORY");
  return id && shmat(atoi(id), 0, SHM_RDONLY) != (void *)-1 ? 0 : 1;
}
