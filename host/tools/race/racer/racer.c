/*
 * A racer: where all tiles are As and any row of As is a word, it answers each gate at once.
 *
 *   racer [THINK]
 *
 * With THINK it looks at the clock for so many nanoseconds first. At its end it writes to its standard error, for each
 * gate that it answered: the gate's number from 0, and when it had read the gate, when it began to write its peel and
 * when that was written, in nanoseconds of the monotonic clock.
 */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { MOST_GATES = 1000, MOST_TILES = 999, LINE = 80 };

typedef long long nanos;

static struct {
  nanos gate, read, written, done;
} stamps[MOST_GATES];
static volatile int answered = 0;

static nanos now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static char *number(char *place, nanos value, char after) {
  char digits[24];
  int length = 0;
  do digits[length++] = '0' + value % 10;
  while ((value /= 10) > 0);
  while (length > 0) *place++ = digits[--length];
  *place++ = after;
  return place;
}

/* Also in the middle of anything else: nothing here may be interrupted. */
static void finish(int signal) {
  static char text[MOST_GATES * LINE];
  char *place = text;
  (void)signal;
  for (int index = 0; index < answered; index++) {
    place = number(place, stamps[index].gate, ' ');
    place = number(place, stamps[index].read, ' ');
    place = number(place, stamps[index].written, ' ');
    place = number(place, stamps[index].done, '\n');
  }
  for (char *rest = text; rest < place;) {
    long count = write(2, rest, place - rest);
    if (count <= 0) break;
    rest += count;
  }
  _exit(0);
}

static void three(char *place, int value) {
  place[0] = '0' + value / 100 % 10;
  place[1] = '0' + value / 10 % 10;
  place[2] = '0' + value % 10;
}

int main(int count, char **words) {
  nanos think = count > 1 ? atoll(words[1]) : 0;
  /* A peel has p, its number, the width, a height of 1, and the row. */
  static char peel[10 + MOST_TILES];
  char *width = peel + 4, *row = width + 6;
  int tiles = 0, gates = 0, answers = 0, letters = 0;
  static char bytes[65536];
  struct sigaction ending = {0};

  ending.sa_handler = finish;
  sigaction(SIGTERM, &ending, NULL);
  peel[0] = 'p';
  memcpy(width + 3, "001", 3);
  memset(row, 'A', MOST_TILES);
  if (write(1, "n", 1) != 1) return 1;
  for (;;) {
    long got = read(0, bytes, sizeof bytes);
    nanos read_at = now();
    if (got <= 0) break;
    for (long place = 0; place < got; place++) {
      char byte = bytes[place];
      if (byte == 'A') letters++;
      else if (byte == '.') {
        if (letters > 0) tiles += letters, gates++;
        letters = 0;
      }
    }
    if (gates == answers || gates > MOST_GATES || tiles > MOST_TILES) continue;
    answers = gates;
    three(peel + 1, gates % 1000);
    three(width, tiles);
    while (now() - read_at < think) {
    }
    stamps[answered].gate = gates - 1;
    stamps[answered].read = read_at;
    stamps[answered].written = now();
    if (write(1, peel, row - peel + tiles) < 0) break;
    stamps[answered].done = now();
    answered++;
  }
  finish(0);
}
