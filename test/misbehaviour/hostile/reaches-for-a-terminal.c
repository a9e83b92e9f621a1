/* Says on standard error what it can do with the terminal of its host, by its path and by all others; then leaves. */
#include <fcntl.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static int has_own, opened, typed, taken;

static void reach(const char *path) {
  /* One that it makes itself is no other's. */
  if (strstr(path, "ptmx")) return;
  int terminal = open(path, O_RDWR | O_NOCTTY);
  if (terminal < 0) return;
  opened = 1;
  taken |= ioctl(terminal, TIOCSCTTY, 0) == 0;
  for (const char *each = "# typed"; *each; each++) typed |= ioctl(terminal, TIOCSTI, each) == 0;
  close(terminal);
}

int main(void) {
  const char *own = getenv("WORDHOST_TERMINAL");
  has_own = own != NULL;
  if (own) reach(own);
  reach("/dev/tty");
  glob_t others;
  if (glob("/dev/pts/*", 0, NULL, &others) == 0)
    for (size_t at = 0; at < others.gl_pathc; at++) reach(others.gl_pathv[at]);
  fprintf(stderr, "told %d, opened %d, taken %d, typed %d\n", has_own, opened, taken, typed);
  return 0;
}
