/* Empty files without end in each folder that is its own: they take none of the bytes that it may have there. */
#include "plays-on.h"

static const char *folders[] = {"/tmp", "/dev/shm"};

int main(void) {
  char path[64];
  long made = 0;
  is_dealt_to();
  for (int folder = 0; folder < 2; folder++)
    for (int more = 1; more && made < 1000000;) {
      snprintf(path, sizeof path, "%s/%ld", folders[folder], made);
      int file = open(path, O_CREAT | O_WRONLY, 0600);
      more = file >= 0;
      if (more) close(file), made++;
    }
  fprintf(stderr, "made %ld\n", made);
  plays_on(0);
}
