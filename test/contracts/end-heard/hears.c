/* An ordinary bot: it answers, and writes on standard error what it hears. It has no handler for signals. */
#include <stdio.h>
#include <string.h>

static const char *way;

static void lines(void) {
  char line[70000];
  while (fgets(line, sizeof line, stdin)) {
    fputs(line, stderr);
    if (strcmp(line, "end\n") == 0) puts("ready");
    else if (strncmp(line, "turn ", 5) == 0) puts("pass");
    else if (strcmp(line, "start\n") == 0 && strcmp(way, "classic") == 0) puts("done");
    fflush(stdout);
  }
}

static void race(void) {
  int c, tiles = 0, number = 1, peeled = 0, digits = 0, late = 0;
  putchar('n');
  fflush(stdout);
  while ((c = getchar()) != EOF) {
    fputc(c, stderr);
    if (c == '-') late = 1;
    if (c >= '0' && c <= '9') { peeled = 10 * peeled + c - '0'; digits = 1; }
    if (c >= 'A' && c <= 'Z') tiles++;
    if (c != '.') continue;
    fputc('\n', stderr);
    if (digits && !late) number = peeled + 1;
    if (!late) {
      printf("p%03d%03d001", number, tiles);
      for (int i = 0; i < tiles; i++) putchar('A');
      fflush(stdout);
    }
    peeled = digits = late = 0;
  }
}

int main(int count, char **words) {
  way = count > 1 ? words[1] : "";
  if (strcmp(way, "race") == 0) race();
  else lines();
  return 0;
}
