/*
 * An honest player, where all tiles are As and any row of As is a word. It thinks for about a millisecond, peels, waits
 * for the answer, and leaves after so many peels: racer FILE COUNT, or racer FILE COUNT late, where all but the first
 * say the first number once more. Each line of FILE has four numbers for a peel: how many bytes had been written with
 * it, how long the host had waited for a processor until then, when its write began and when its answer had been read,
 * in (monotonic) nanoseconds. The host must be its parent.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static int tiles = 0;

static long long now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000000000LL + time.tv_nsec;
}

/* Until a message that begins with one of these is at its end; with the moment at which that was read. */
static long long await(const char *signs) {
  static char bytes[4096];
  static long got = 0, place = 0;
  static long long read_at = 0;
  char sign = 0;
  for (;;) {
    if (place == got) {
      if ((got = read(0, bytes, sizeof bytes)) <= 0) exit(0);
      read_at = now();
      place = 0;
    }
    char byte = bytes[place++];
    if (!sign) sign = byte;
    if (byte == 'A') tiles++;
    if (byte != '.') continue;
    if (strchr(signs, sign)) return read_at;
    sign = 0;
  }
}

/* The parent's second number in /proc/PID/schedstat. */
static long long waited(void) {
  static int file = -1;
  char line[128] = {0};
  long long ran, waited = 0;
  if (file < 0) {
    snprintf(line, sizeof line, "/proc/%d/schedstat", (int)getppid());
    file = open(line, O_RDONLY);
  }
  if (file < 0 || pread(file, line, sizeof line - 1, 0) <= 0) return 0;
  return sscanf(line, "%lld %lld", &ran, &waited) == 2 ? waited : 0;
}

static void think(void) {
  static unsigned chance = 1;
  chance = chance * 1103515245u + 12345u;
  struct timespec time = {0, 500000 + (chance >> 8) % 1000000};
  nanosleep(&time, NULL);
}

int main(int count, char **words) {
  if (count < 3) return 2;
  int file = open(words[1], O_WRONLY | O_CREAT | O_APPEND, 0600);
  int late = count > 3;
  long long offset = 1;
  char message[1100];
  if (file < 0 || write(1, "n", 1) != 1) return 1;
  await("A");
  for (int peel = 1; peel <= atoi(words[2]); peel++) {
    if (!late || peel == 1) {
      int head = snprintf(message, sizeof message, "p%03d%03d001", peel, tiles);
      memset(message + head, 'A', tiles);
      message[head + tiles] = 0;
    }
    think();
    long length = strlen(message);
    long long before = waited(), written = now();
    if (write(1, message, length) != length) return 1;
    long long answered = await("+-");
    dprintf(file, "%lld %lld %lld %lld\n", offset += length, before, written, answered);
  }
  return 0;
}
