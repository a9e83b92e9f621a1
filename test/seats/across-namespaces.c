/* Calls that reach across namespaces, or beyond a player's share, and what the system answered. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/keyctl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <sys/mount.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

static void report(const char *what, long result) {
  printf("%s: %s\n", what, result >= 0 ? "done" : errno == EPERM ? "refused" : errno == ENOSYS ? "no such call" : "failed");
}

int main(void) {
  struct sched_param none = {0};
  char unused[256] = {0};
  report("key", syscall(SYS_add_key, "user", "mine", "token", 5, KEY_SPEC_PROCESS_KEYRING));
  int file = open("/tmp/leased", O_RDWR | O_CREAT, 0600);
  report("lease", fcntl(file, F_SETLEASE, F_WRLCK));
  report("ring", syscall(SYS_io_uring_setup, 1, unused));
  report("namespace by clone", syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, 0, 0, 0, 0));
  report("namespace by unshare", unshare(CLONE_NEWUSER));
  report("clone3", syscall(SYS_clone3, unused, 64));
  report("mount", mount("none", "/tmp", "tmpfs", 0, NULL));
  report("debugger", ptrace(PTRACE_TRACEME, 0, 0, 0));
  report("class", sched_setscheduler(0, SCHED_OTHER, &none));
  report("class of batch work", sched_setscheduler(0, SCHED_BATCH, &none));
  report("class with attributes", syscall(SYS_sched_setattr, 0, unused, 0));
  report("parameters", sched_setparam(0, &none));
  report("niceness", setpriority(PRIO_PROCESS, 0, 0));
  report("priority of disks", syscall(SYS_ioprio_set, 1, 0, 0x4000));
  report("fault handler", syscall(SYS_userfaultfd, 0));
  report("a call of the future", syscall(1000));
  report("vsock", socket(AF_VSOCK, SOCK_STREAM, 0));
  report("crypto socket", socket(38, SOCK_SEQPACKET, 0));
  return 0;
}
