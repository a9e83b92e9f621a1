/* The processes of the other players of this game, as /proc shows them. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int has(const char *pid, const char *name, const char *value) {
  char path[64], wanted[128], all[65536];
  snprintf(path, sizeof path, "/proc/%s/environ", pid);
  snprintf(wanted, sizeof wanted, "%s=%s", name, value);
  FILE *file = fopen(path, "r");
  if (!file) return 0;
  size_t length = fread(all, 1, sizeof all - 1, file);
  fclose(file);
  all[length] = 0;
  for (char *at = all; at < all + length; at += strlen(at) + 1)
    if (strcmp(at, wanted) == 0) return 1;
  return 0;
}

/* The next of them, or 0. */
static int next_other(DIR *proc) {
  for (struct dirent *entry; (entry = readdir(proc));)
    if (atoi(entry->d_name) > 0 && has(entry->d_name, "WORDHOST_GAME", getenv("WORDHOST_GAME")) &&
        !has(entry->d_name, "WORDHOST_SEAT", getenv("WORDHOST_SEAT")))
      return atoi(entry->d_name);
  return 0;
}

/* What the other player keeps to itself. */
static const char *secret_of_the_other(void) {
  static char secret[64];
  snprintf(secret, sizeof secret, "secret-of-seat-%d", 3 - atoi(getenv("WORDHOST_SEAT")));
  return secret;
}
