/*
 * A player that is a burden on the host once peel 001 has been taken by another: nuisance KIND.
 *   listen      only reads                       busy       never talks, and keeps a processor busy
 *   late        late peels without end           late-deaf  and reads no answer
 *   late-one    the same, each in a write of its own
 *   dumps       dumps without end                dumps-deaf and reads no answer
 *   grids       the largest late peels           half       half of the largest peel, and no more
 *   bytes       half of the largest peel, each byte in a write of its own
 *   errors      floods standard error
 */
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { CHUNK = 65536, LARGEST = 998011, HALF = 499000 };

static char unread[CHUNK], text[LARGEST];

static void await_messages(int count) {
  while (count > 0) {
    if (read(0, unread, 1) != 1) _exit(0);
    if (*unread == '.') count--;
  }
}

/* Says the text again and again, `chunk` bytes in a write, until `left` bytes are written. */
static void say(long length, long chunk, long left, int deaf) {
  struct pollfd ends[] = {{deaf ? -1 : 0, POLLIN, 0}, {1, POLLOUT, 0}};
  long at = 0;
  fcntl(1, F_SETFL, O_NONBLOCK);
  while (poll(ends, 2, -1) >= 0) {
    if (ends[0].revents && read(0, unread, sizeof unread) <= 0) _exit(0);
    if (!ends[1].revents) continue;
    long piece = chunk < length - at ? chunk : length - at;
    long written = write(1, text + at, piece);
    if (written <= 0) continue;
    at = (at + written) % length;
    if ((left -= written) <= 0) ends[1].fd = -1;
  }
}

/* As often as it goes into the text. */
static long repeated(const char *message) {
  long length = strlen(message), whole = CHUNK / length * length;
  for (long at = 0; at < whole; at += length) memcpy(text + at, message, length);
  return whole;
}

static long largest(void) {
  memset(text, '.', LARGEST);
  memcpy(text, "p001999999", 10);
  return LARGEST;
}

int main(int count, char **words) {
  const char *kind = count > 1 ? words[1] : "";
  int deaf = strstr(kind, "deaf") != NULL;
  const long endless = 1L << 60;
  if (write(1, "n", 1) != 1) return 1;
  await_messages(2);
  if (!strcmp(kind, "listen")) while (read(0, unread, sizeof unread) > 0);
  else if (!strcmp(kind, "busy")) for (;;) __asm__ volatile("");
  else if (!strcmp(kind, "late-one")) say(repeated("p001001001A"), 11, endless, 0);
  else if (!strncmp(kind, "late", 4)) say(repeated("p001001001A"), CHUNK, endless, deaf);
  else if (!strncmp(kind, "dumps", 5)) say(repeated("dA"), CHUNK, endless, deaf);
  else if (!strcmp(kind, "grids")) say(largest(), CHUNK, endless, 0);
  else if (!strcmp(kind, "half")) say(largest(), CHUNK, HALF, 0);
  else if (!strcmp(kind, "bytes")) say(largest(), 1, HALF, 0);
  else if (!strcmp(kind, "errors")) while (write(2, text, sizeof text) > 0);
  else return 2;
  return 0;
}
