/** System calls that programs have need of and that reach nothing but their own. All others are refused. */
const words = `
files and folders
  access chdir chmod chown chown32 close close_range copy_file_range creat dup dup2 dup3 faccessat faccessat2 fadvise64
  fadvise64_64 arm_fadvise64_64 fallocate fchdir fchmod fchmodat fchmodat2 fchown fchown32 fchownat fdatasync fgetxattr
  file_getattr file_setattr flistxattr flock fremovexattr fsetxattr fstat fstat64 fstatat64 fstatfs fstatfs64 fsync ftruncate ftruncate64
  futimesat getcwd getdents getdents64 getxattr getxattrat inotify_add_watch inotify_init inotify_init1 inotify_rm_watch lchown lchown32
  lgetxattr link linkat listxattr listxattrat llistxattr _llseek lremovexattr lseek lsetxattr lstat lstat64 mkdir mkdirat mknod mknodat
  name_to_handle_at newfstatat oldfstat oldlstat oldstat open openat openat2 pipe pipe2 pread64 preadv preadv2 pwrite64 pwritev pwritev2
  read readahead readdir readlink readlinkat readv removexattr removexattrat rename renameat renameat2 rmdir sendfile
  sendfile64 setxattr setxattrat splice stat stat64 statfs statfs64 statx symlink symlinkat sync sync_file_range
  arm_sync_file_range syncfs tee truncate truncate64 umask unlink unlinkat utime utimensat utimensat_time64 utimes vmsplice write
  writev

memory
  brk cachestat get_mempolicy madvise map_shadow_stack mbind membarrier memfd_create mincore mlock mlock2 mlockall mmap mmap2 mprotect
  mremap mseal msync munlock munlockall munmap pkey_alloc pkey_free pkey_mprotect remap_file_pages set_mempolicy
  set_mempolicy_home_node

processes and threads
  arch_prctl breakpoint cacheflush capget capset execve execveat exit exit_group fork futex futex_requeue futex_time64
  futex_wait futex_waitv futex_wake get_robust_list get_thread_area getcpu getegid getegid32 geteuid geteuid32 getgid
  getgid32 getgroups getgroups32 getpgid getpgrp getpid getppid getpriority getresgid getresgid32 getresuid getresuid32
  getrlimit getrusage getsid gettid getuid getuid32 ioprio_get kill landlock_add_rule landlock_create_ruleset
  landlock_restrict_self modify_ldt pidfd_open pidfd_send_signal prctl prlimit64 restart_syscall riscv_flush_icache
  riscv_hwprobe rseq sched_get_priority_max sched_get_priority_min sched_getaffinity sched_getattr sched_getparam
  sched_getscheduler sched_rr_get_interval sched_rr_get_interval_time64 sched_setaffinity sched_yield seccomp
  set_robust_list set_thread_area set_tid_address set_tls setfsgid setfsgid32 setfsuid setfsuid32 setgid setgid32 setgroups
  setgroups32 setpgid setregid setregid32 setresgid setresgid32 setresuid setresuid32 setreuid setreuid32 setrlimit setsid setuid
  setuid32 sysinfo times tgkill tkill ugetrlimit uname olduname oldolduname vfork wait4 waitid waitpid

signals and time
  adjtimex alarm clock_adjtime clock_adjtime64 clock_getres clock_getres_time64 clock_gettime clock_gettime64
  clock_nanosleep clock_nanosleep_time64 getitimer gettimeofday nanosleep pause rt_sigaction rt_sigpending rt_sigprocmask
  rt_sigqueueinfo rt_sigreturn rt_sigsuspend rt_sigtimedwait rt_sigtimedwait_time64 rt_tgsigqueueinfo setitimer
  sgetmask sigaction sigaltstack signal signalfd signalfd4 sigpending sigprocmask sigreturn sigsuspend ssetmask time
  timer_create timer_delete timer_getoverrun timer_gettime timer_gettime64 timer_settime timer_settime64 timerfd_create
  timerfd_gettime timerfd_gettime64 timerfd_settime timerfd_settime64

waiting, and talking to each other
  accept accept4 bind connect epoll_create epoll_create1 epoll_ctl epoll_pwait epoll_pwait2 epoll_wait eventfd eventfd2
  getpeername getrandom getsockname getsockopt ipc listen mq_getsetattr mq_notify mq_open mq_timedreceive
  mq_timedreceive_time64 mq_timedsend mq_timedsend_time64 mq_unlink msgctl msgget msgrcv msgsnd _newselect poll ppoll
  ppoll_time64 pselect6 pselect6_time64 recv recvfrom recvmmsg recvmmsg_time64 recvmsg select semctl semget semop semtimedop
  semtimedop_time64 send sendmmsg sendmsg sendto setsockopt shmat shmctl shmdt shmget shutdown socketpair
`;

/** Lines with two spaces before them. */
export const allowedCalls: readonly string[] = [...words.matchAll(/^ {2}(.*)$/gm)].flatMap(([, line = '']) =>
  line.split(' '),
);

/** What the system has no number for is answered so that the C library takes an older way; so is this. */
export const calledUnknown: readonly string[] = [
  // Its flags lie in memory, where a filter cannot look: new namespaces could be asked for.
  'clone3',
];

/** Calls that are allowed with some arguments. Of an argument the lower 32 bits are looked at, as the system does. */
export interface ArgumentRule {
  readonly calls: readonly string[];
  /** From 0. */
  readonly argument: number;
  readonly refuses:
    | { readonly values: readonly number[] }
    | { readonly bits: number }
    | { readonly allBut: readonly number[] };
}

const NEW_NAMESPACE = 0x7e02_0000;
const NEW_TIME_NAMESPACE = 0x80;
const F_SETLEASE = 1024;
const TIOCSTI = 0x5412;
const TIOCLINUX = 0x541c;
const SCHED_BATCH = 3;
/** LINUX32, UNAME26, both; no random addresses, as some Lisps want; and the question what it is. */
const PERSONALITIES = [0, 0x8, 0x2_0000, 0x2_0008, 0x4_0000, 0x4_0008, 0xffff_ffff];
/** Unix, IPv4, IPv6. No control group counts what waits in netlink's. */
const FAMILIES = [1, 2, 10];

export const argumentRules: readonly ArgumentRule[] = [
  { calls: ['clone'], argument: 0, refuses: { bits: NEW_NAMESPACE } },
  { calls: ['unshare'], argument: 0, refuses: { bits: NEW_NAMESPACE | NEW_TIME_NAMESPACE } },
  // With a lease a player keeps all others of its user from opening a file, for up to 45 seconds.
  { calls: ['fcntl', 'fcntl64'], argument: 1, refuses: { values: [F_SETLEASE] } },
  // They type for whoever sits at the terminal.
  { calls: ['ioctl'], argument: 1, refuses: { values: [TIOCSTI, TIOCLINUX] } },
  // Players are in that class. Mono puts each thread into the class that it is in, and complains where it cannot.
  { calls: ['sched_setscheduler'], argument: 1, refuses: { allBut: [SCHED_BATCH] } },
  { calls: ['personality'], argument: 0, refuses: { allBut: PERSONALITIES } },
];

/** Without the network. Between a virtual machine and what runs it, say, there are sockets that no namespace holds. */
export const networkless: ArgumentRule = { calls: ['socket'], argument: 0, refuses: { allBut: FAMILIES } };

/** With it. On i386, `socketcall` is all calls about sockets, whose arguments cannot be looked at. */
export const networkCalls: readonly string[] = ['socket', 'socketcall'];
