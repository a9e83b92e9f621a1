/*
 * A player that answers at once, where all tiles are As and any row of As is a word.
 *   instant            peels as soon as it has a letter
 *   instant listen     is ready, and then only reads
 *   instant time FILE  peels, and writes to FILE how long each of its peels took to be answered, in nanoseconds
 */
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static int tiles = 0;
static long long asked = 0;

static long long now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static void peel(int number) {
  char message[1024];
  int head = snprintf(message, sizeof message, "p%03d%03d001", number, tiles);
  memset(message + head, 'A', tiles);
  asked = now();
  if (write(1, message, head + tiles) < 0) _exit(1);
}

int main(int count, char **words) {
  int listens = count > 1 && strcmp(words[1], "listen") == 0;
  FILE *times = count > 2 ? fopen(words[2], "a") : NULL;
  char bytes[4096], sign = 0;
  int number = 0;
  long got;
  if (times) setvbuf(times, NULL, _IOLBF, 0);
  if (write(1, "n", 1) != 1) return 1;
  while ((got = read(0, bytes, sizeof bytes)) > 0) {
    long long read_at = now();
    for (long place = 0; place < got; place++) {
      char byte = bytes[place];
      if (byte == '+' || byte == '=' || byte == '-') sign = byte, number = 0;
      else if (byte >= '0' && byte <= '9') number = number * 10 + byte - '0';
      else if (byte == 'A') tiles++;
      else if (byte == '.') {
        if (times && sign == '+') fprintf(times, "%lld\n", read_at - asked);
        if (!listens && sign != '-') peel((number + 1) % 1000);
      }
    }
  }
  return 0;
}
