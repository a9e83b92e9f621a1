/* Only the first thread leaves the control group, if it can: the rest of the process stays in it. */
#include "plays-on.h"
#include <pthread.h>
#include <limits.h>
#include <stdlib.h>

static void *stays(void *nothing) {
  for (;;) pause();
  return nothing;
}

static void leave(const char *controllers, const char *path) {
  char tasks[PATH_MAX];
  const char *end = strrchr(path, '/');
  if (!end) return;
  snprintf(tasks, sizeof tasks, "/sys/fs/cgroup/%s%.*s/tasks", controllers, (int)(end - path), path);
  FILE *file = fopen(tasks, "w");
  if (file && fprintf(file, "%d", getpid()) > 0 && fclose(file) == 0) fprintf(stderr, "left %s\n", end + 1);
}

int main(void) {
  pthread_t other;
  char line[PATH_MAX];
  is_dealt_to();
  pthread_create(&other, NULL, stays, NULL);
  FILE *groups = fopen("/proc/self/cgroup", "r");
  while (groups && fgets(line, sizeof line, groups)) {
    strtok(line, ":");
    char *controllers = strtok(NULL, ":"), *path = strtok(NULL, "\n");
    if (path) leave(controllers, path);
  }
  char *bytes = malloc(HELD);
  for (long at = 0; at < HELD; at += 4096) bytes[at] = 1;
  plays_on(HELD);
}
