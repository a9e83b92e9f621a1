/*
 * The least that a host of a Scrabble game does, with no judge, no record and no clock: two players that answer at once,
 * each answer told to both, the turn to the next, in as many bytes as the host sends. relay PLAYER TURNS PAUSE prints
 * the processor time for a turn in microseconds. Each turn has a pause of so many microseconds, which is not counted: a
 * processor that had nothing to do wakes up more slowly, so that the same pipes cost more to whoever takes its time.
 */
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static int to[2], from[2];
static pid_t pids[2];

static void start(int player, const char *path) {
  int in[2], out[2];
  if (pipe(in) || pipe(out)) exit(1);
  if (!(pids[player] = fork())) {
    dup2(in[0], 0), dup2(out[1], 1);
    for (int other = 3; other < 64; other++) close(other);
    execl(path, path, (char *)NULL);
    _exit(127);
  }
  close(in[0]), close(out[1]);
  to[player] = in[1], from[player] = out[0];
}

static void tell(int player, const char *text) {
  if (write(to[player], text, strlen(text)) < 0) exit(1);
}

/* The next line of anybody, as soon as it is there. */
static void hear(char *line, int size) {
  struct pollfd ends[] = {{from[0], POLLIN, 0}, {from[1], POLLIN, 0}};
  if (poll(ends, 2, -1) < 0) exit(1);
  int player = ends[0].revents ? 0 : 1;
  long got = read(from[player], line, size - 1);
  if (got <= 0) exit(1);
  line[got] = 0;
}

static double processor(void) {
  struct rusage used;
  getrusage(RUSAGE_SELF, &used);
  return (used.ru_utime.tv_sec + used.ru_stime.tv_sec) * 1e6 + used.ru_utime.tv_usec + used.ru_stime.tv_usec;
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1e6 + time.tv_nsec / 1e3;
}

int main(int count, char **words) {
  static char line[4096], notice[8192], both[8300];
  if (count < 4) return 2;
  int turns = atoi(words[2]);
  double pause = atof(words[3]);
  signal(SIGPIPE, SIG_IGN);
  start(0, words[1]), start(1, words[1]);
  for (int player = 0; player < 2; player++) {
    sprintf(line, "player %d\nfirst 1\nend\n", player + 1);
    tell(player, line);
    hear(line, sizeof line);
  }
  tell(0, "turn 10000 1\n");
  double before = processor();
  for (int turn = 0; turn < turns; turn++) {
    int mover = turn % 2;
    hear(line, sizeof line);
    for (double until = now() + pause; now() < until;);
    line[strcspn(line, "\n")] = 0;
    sprintf(notice, "played %d %s 2 0 AA 2\n", mover + 1, line + strcspn(line, " ") + 1);
    sprintf(both, "%sbag 10000\nturn 30000 %d\n", notice, turn / 2 + 1 + mover);
    tell(mover, notice);
    tell(1 - mover, both);
  }
  printf("%.3f\n", (processor() - before) / turns - pause);
  for (int player = 0; player < 2; player++) kill(pids[player], SIGKILL), waitpid(pids[player], NULL, 0);
  return 0;
}
