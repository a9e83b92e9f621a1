/* Falls as soon as it is dealt its tiles; how, its own chance says (WORDHOST_PLAYER_SEED). */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void say(const char *text) {
  if (write(1, text, strlen(text)) < 0) _exit(1);
}

int main(void) {
  const char *seed = getenv("WORDHOST_PLAYER_SEED");
  char byte = 0;
  say("n");
  while (byte != '.')
    if (read(0, &byte, 1) != 1) return 1;
  switch (strtoull(seed ? seed : "0", NULL, 10) % 6) {
    case 0: say("x"); break;
    case 1: say("p001001001A"); break;
    case 2: return 0;
    case 3: raise(SIGKILL); break;
    case 4: close(1); break;
    default: say("xdB"); raise(SIGKILL);
  }
  pause();
  return 0;
}
