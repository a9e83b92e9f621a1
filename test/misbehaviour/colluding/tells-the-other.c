/*
 * Two players that agreed beforehand: each tells the other that it is there, in every way that is not a clock, and listens
 * for it. It writes the ways by which it heard the other on standard error, and ends.
 */
#include "../attempts/others.h"
#include <fcntl.h>
#include <linux/futex.h>
#include <linux/keyctl.h>
#include <netinet/in.h>
#include <signal.h>
#include <stddef.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

enum { FILES, SIGNALS, SEGMENTS, ABSTRACT, LOOPBACK, PROC, KEYS, LOCKS, RECORD_LOCKS, WATCHES, FUTEXES, WAYS };
static const char *names[WAYS] = {"files",   "signals", "shared memory", "abstract sockets", "the loopback network",
                                  "/proc",   "keys",    "locks of files", "record locks",     "watches on files",
                                  "futexes on files"};
static const char *places[] = {".", "/tmp", "/dev/shm", "/var/tmp", "/run", "/dev", "/etc"};

static volatile int heard[WAYS];
static int mine, other, base;
static char name_of[2][96];

static void on_signal(int number) {
  (void)number;
  heard[SIGNALS] = 1;
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec + time.tv_nsec / 1e9;
}

static socklen_t abstract(struct sockaddr_un *address, int seat) {
  memset(address, 0, sizeof *address);
  address->sun_family = AF_UNIX;
  strcpy(address->sun_path + 1, name_of[seat - 1]);
  return (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + strlen(name_of[seat - 1]));
}

static struct sockaddr_in loopback(int seat) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((unsigned short)(base + seat))};
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return address;
}

static void files(int make) {
  char path[160];
  for (size_t at = 0; at < sizeof places / sizeof *places; at++) {
    snprintf(path, sizeof path, "%s/%s", places[at], name_of[mine - 1]);
    if (make < 0) unlink(path);
    else if (make) close(open(path, O_CREAT | O_WRONLY, 0666));
    snprintf(path, sizeof path, "%s/%s", places[at], name_of[other - 1]);
    if (access(path, F_OK) == 0) heard[FILES] = 1;
  }
}

static void processes(void) {
  DIR *proc = opendir("/proc");
  for (int pid; proc && (pid = next_other(proc));) {
    heard[PROC] = 1;
    char path[64], line[4096] = "";
    snprintf(path, sizeof path, "/proc/%d/comm", pid);
    FILE *file = fopen(path, "r");
    if (!file) continue;
    /* Those around it would end of the signal. */
    if (fgets(line, sizeof line, file) && strcmp(line, "colluder\n") == 0) kill(pid, SIGUSR1);
    fclose(file);
  }
  if (proc) closedir(proc);
}

int main(void) {
  mine = atoi(getenv("WORDHOST_SEAT"));
  other = 3 - mine;
  unsigned hash = 5381;
  for (const char *at = getenv("WORDHOST_GAME"); *at; at++) hash = hash * 33 + (unsigned char)*at;
  base = 20000 + (int)(hash % 5000) * 8;
  for (int seat = 1; seat <= 2; seat++) snprintf(name_of[seat - 1], 96, "colluders-%u-%d", hash, seat);
  signal(SIGUSR1, on_signal);
  prctl(PR_SET_NAME, "colluder");

  int segment = shmget((key_t)(hash + mine), 64, IPC_CREAT | 0666);
  struct sockaddr_un here;
  socklen_t length = abstract(&here, mine);
  int local = socket(AF_UNIX, SOCK_DGRAM | SOCK_NONBLOCK, 0);
  bind(local, (struct sockaddr *)&here, length);
  struct sockaddr_in port = loopback(mine);
  int network = socket(AF_INET, SOCK_DGRAM | SOCK_NONBLOCK, 0);
  bind(network, (struct sockaddr *)&port, sizeof port);
  long session[] = {KEY_SPEC_SESSION_KEYRING, KEY_SPEC_USER_KEYRING};
  for (int at = 0; at < 2; at++) syscall(SYS_add_key, "user", name_of[mine - 1], "x", 1, session[at]);

  /* Two files that both can read. */
  const char *shared[] = {"words.txt", getenv("WORDHOST_DICTIONARY")};
  int ours = open(shared[mine - 1], O_RDONLY), theirs = open(shared[other - 1], O_RDONLY);
  flock(ours, LOCK_EX | LOCK_NB);
  struct flock region = {.l_type = F_RDLCK, .l_whence = SEEK_SET, .l_start = 0, .l_len = 1};
  fcntl(ours, F_SETLK, &region);
  int watch = inotify_init1(IN_NONBLOCK);
  inotify_add_watch(watch, shared[other - 1], IN_OPEN);
  unsigned *own_page = mmap(0, 4, PROT_READ, MAP_SHARED, ours, 0);
  unsigned *other_page = mmap(0, 4, PROT_READ, MAP_SHARED, theirs, 0);
  pid_t waiter = fork();
  if (waiter == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    for (;;) syscall(SYS_futex, own_page, FUTEX_WAIT, *own_page, 0, 0, 0);
  }

  double end = now() + 20, met = 0;
  while (now() < end && (!met || now() < met + 2)) {
    files(1);
    processes();
    int theirs_segment = shmget((key_t)(hash + other), 64, 0);
    if (theirs_segment >= 0) heard[SEGMENTS] = 1;
    struct sockaddr_un there;
    length = abstract(&there, other);
    sendto(local, "x", 1, 0, (struct sockaddr *)&there, length);
    struct sockaddr_in away = loopback(other);
    sendto(network, "x", 1, 0, (struct sockaddr *)&away, sizeof away);
    char got[4096];
    if (recv(local, got, 1, 0) == 1) heard[ABSTRACT] = 1;
    if (recv(network, got, 1, 0) == 1) heard[LOOPBACK] = 1;
    for (int at = 0; at < 2; at++)
      if (syscall(SYS_keyctl, KEYCTL_SEARCH, session[at], "user", name_of[other - 1], 0) > 0) heard[KEYS] = 1;
    if (flock(theirs, LOCK_SH | LOCK_NB) == 0) flock(theirs, LOCK_UN);
    else heard[LOCKS] = 1;
    struct flock found = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = 0, .l_len = 1};
    if (fcntl(theirs, F_GETLK, &found) == 0 && found.l_type != F_UNLCK) heard[RECORD_LOCKS] = 1;
    if (read(watch, got, sizeof got) > 0) heard[WATCHES] = 1;
    /* Closing a file gives up all record locks on it. */
    int again = open(shared[mine - 1], O_RDONLY);
    (void)again;
    if (syscall(SYS_futex, other_page, FUTEX_WAKE, 1, 0, 0, 0) > 0) heard[FUTEXES] = 1;
    if (!met && (heard[LOCKS] || heard[FUTEXES] || heard[WATCHES])) met = now();
    usleep(50000);
  }
  kill(waiter, SIGKILL);
  files(-1);
  shmctl(segment, IPC_RMID, 0);
  for (int way = 0; way < WAYS; way++)
    if (heard[way]) fprintf(stderr, "heard by %s\n", names[way]);
  fprintf(stderr, "listened\n");
  return 0;
}
