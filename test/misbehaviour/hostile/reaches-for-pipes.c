/*
 * From its first instruction to its end: looks in the host's folders for pipes and sockets with a name that are not its own, opens,
 * renames, links and watches them. $1: `looks` does no harm, `harms` writes what breaks any wire, and leaves daemons that go
 * on in the next game where they can. On standard error it says a word for each thing that succeeded.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

#define OWN 5 /* Shells give what runs in the background another standard input: the right one is descriptor 4. */

static int harms, watcher;
static struct stat own[OWN];

/* Each word once. */
static void say(const char *word) {
  static char said[256];
  if (strstr(said, word)) return;
  strncat(said, word, sizeof said - strlen(said) - 1);
  if (write(2, word, strlen(word)) < 0) _exit(1);
}

static int is_own(const struct stat *found) {
  for (int fd = 0; fd < OWN; fd++)
    if (found->st_dev == own[fd].st_dev && found->st_ino == own[fd].st_ino) return 1;
  return 0;
}

static void opens(const char *path) {
  int out = open(path, O_WRONLY | O_NONBLOCK), in = open(path, O_RDONLY | O_NONBLOCK);
  if (out >= 0 || in >= 0) say("opened\n");
  if (harms && out >= 0 && write(out, "!!!", 3) == 3) say("wrote\n");
  char heard[64];
  if (harms && in >= 0 && read(in, heard, sizeof heard) > 0) say("heard\n");
  if (out >= 0) close(out);
  if (in >= 0) close(in);
}

static void moves(const char *path) {
  char other[PATH_MAX + 8];
  snprintf(other, sizeof other, "%s.of-mine", path);
  if (link(path, other) == 0) say("linked\n"), unlink(other);
  if (rename(path, other) != 0) return;
  say("renamed\n");
  if (!harms) rename(other, path);
}

static void watches(const char *path) {
  if (inotify_add_watch(watcher, path, IN_OPEN | IN_MODIFY) >= 0) say("watched\n");
}

static void looks_in(const char *folder, int deep) {
  DIR *listed = opendir(folder);
  if (!listed) return;
  for (struct dirent *entry; (entry = readdir(listed));) {
    char path[PATH_MAX];
    struct stat found;
    if (entry->d_name[0] == '.') continue;
    snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
    if (lstat(path, &found) != 0 || is_own(&found)) continue;
    if (S_ISFIFO(found.st_mode) || S_ISSOCK(found.st_mode)) watches(path), opens(path), moves(path);
    if (S_ISDIR(found.st_mode) && deep > 0) looks_in(path, deep - 1);
  }
  closedir(listed);
}

/* Where its own pipes lie, or lay. */
static void looks_beside_its_own(void) {
  for (int fd = 0; fd < OWN; fd++) {
    char link[32], path[PATH_MAX];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length <= 0) continue;
    path[length] = 0;
    char *end = strrchr(path, '/');
    if (!end || end == path) continue;
    *end = 0;
    looks_in(path, 0);
  }
}

static void looks_everywhere(void) {
  const char *places[] = {getenv("TMPDIR"), getenv("SCRATCH_OF_THE_HOST"), getenv("XDG_CACHE_HOME")};
  looks_beside_its_own();
  for (size_t i = 0; i < sizeof places / sizeof *places; i++)
    if (places[i]) looks_in(places[i], 1);
}

int main(int count, char **words) {
  if (count < 2) return 126;
  harms = strcmp(words[1], "harms") == 0;
  watcher = inotify_init1(IN_NONBLOCK);
  for (int fd = 0; fd < OWN; fd++) fstat(fd, &own[fd]);
  if (harms && fork() == 0) {
    setsid();
    if (fork() != 0) _exit(0);
    for (int fd = 0; fd < OWN; fd++)
      if (fd != 2) close(fd);
  }
  for (int round = 0; round < 20000; round++) looks_everywhere();
  return 0;
}
