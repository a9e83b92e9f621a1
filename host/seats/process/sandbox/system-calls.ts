/** System calls that programs need and that affect only themselves. All others are refused. */
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

/** The C library falls back to an older way if these calls seem unknown. */
export const calledUnknown: readonly string[] = [
  // Its flags are in memory, where a filter cannot look: they could make new namespaces.
  'clone3',
];

/** Calls that are allowed with some arguments. The lower 32 bits count, as for the system. */
export interface ArgumentRule {
  readonly calls: readonly string[];
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
/** LINUX32, UNAME26, both; no random addresses, for some Lisps; and the query. */
const PERSONALITIES = [0, 0x8, 0x2_0000, 0x2_0008, 0x4_0000, 0x4_0008, 0xffff_ffff];
/** Unix, IPv4, IPv6. No control group counts the buffers of netlink. */
const FAMILIES = [1, 2, 10];

export const argumentRules: readonly ArgumentRule[] = [
  { calls: ['clone'], argument: 0, refuses: { bits: NEW_NAMESPACE } },
  { calls: ['unshare'], argument: 0, refuses: { bits: NEW_NAMESPACE | NEW_TIME_NAMESPACE } },
  // A lease would keep other processes of its user from opening a file for up to 45 seconds.
  { calls: ['fcntl', 'fcntl64'], argument: 1, refuses: { values: [F_SETLEASE] } },
  // These type on the terminal of the user.
  { calls: ['ioctl'], argument: 1, refuses: { values: [TIOCSTI, TIOCLINUX] } },
  // Players are in that class. Mono sets it for each thread and complains about failures.
  { calls: ['sched_setscheduler'], argument: 1, refuses: { allBut: [SCHED_BATCH] } },
  { calls: ['personality'], argument: 0, refuses: { allBut: PERSONALITIES } },
];

/** Without the network. Sockets between virtual machines and hosts belong to no namespace. */
export const networkless: ArgumentRule = { calls: ['socket'], argument: 0, refuses: { allBut: FAMILIES } };

/** With the network. On i386, `socketcall` is all socket calls, and its arguments are not visible. */
export const networkCalls: readonly string[] = ['socket', 'socketcall'];

/**
 * System calls of Linux to 6.18, by name, with their numbers: of x86-64, of x32 (without the bit that marks it), of i386, of
 * the generic table (arm64, riscv64) and of arm (EABI). Sources: the kernel's headers `asm/unistd_64.h`, `unistd_x32.h`,
 * `unistd_32.h` and `asm-generic/unistd.h` of Linux 6.1; for arm `arch/arm/tools/syscall.tbl`, compared with the table of
 * libseccomp 2.5.4; from 451 on, where all have one number, `scripts/syscall.tbl` of Linux 6.18.
 */
const rows = `
read 0 0 3 63 3, write 1 1 4 64 4, open 2 2 5 - 5, close 3 3 6 57 6, stat 4 4 106 - 106, fstat 5 5 108 80 108,
lstat 6 6 107 - 107, poll 7 7 168 - 168, lseek 8 8 19 62 19, mmap 9 9 90 222 -, mprotect 10 10 125 226 125,
munmap 11 11 91 215 91, brk 12 12 45 214 45, rt_sigaction 13 512 174 134 174, rt_sigprocmask 14 14 175 135 175,
rt_sigreturn 15 513 173 139 173, ioctl 16 514 54 29 54, pread64 17 17 180 67 180, pwrite64 18 18 181 68 181,
readv 19 515 145 65 145, writev 20 516 146 66 146, access 21 21 33 - 33, pipe 22 22 42 - 42, select 23 23 82 - -,
sched_yield 24 24 158 124 158, mremap 25 25 163 216 163, msync 26 26 144 227 144, mincore 27 27 218 232 219,
madvise 28 28 219 233 220, shmget 29 29 395 194 307, shmat 30 30 397 196 305, shmctl 31 31 396 195 308,
dup 32 32 41 23 41, dup2 33 33 63 - 63, pause 34 34 29 - 29, nanosleep 35 35 162 101 162,
getitimer 36 36 105 102 105, alarm 37 37 27 - -, setitimer 38 38 104 103 104, getpid 39 39 20 172 20,
sendfile 40 40 187 71 187, socket 41 41 359 198 281, connect 42 42 362 203 283, accept 43 43 - 202 285,
sendto 44 44 369 206 290, recvfrom 45 517 371 207 292, sendmsg 46 518 370 211 296, recvmsg 47 519 372 212 297,
shutdown 48 48 373 210 293, bind 49 49 361 200 282, listen 50 50 363 201 284, getsockname 51 51 367 204 286,
getpeername 52 52 368 205 287, socketpair 53 53 360 199 288, setsockopt 54 541 366 208 294,
getsockopt 55 542 365 209 295, clone 56 56 120 220 120, fork 57 57 2 - 2, vfork 58 58 190 - 190,
execve 59 520 11 221 11, exit 60 60 1 93 1, wait4 61 61 114 260 114, kill 62 62 37 129 37,
uname 63 63 122 160 122, semget 64 64 393 190 299, semop 65 65 - 193 298, semctl 66 66 394 191 300,
shmdt 67 67 398 197 306, msgget 68 68 399 186 303, msgsnd 69 69 400 189 301, msgrcv 70 70 401 188 302,
msgctl 71 71 402 187 304, fcntl 72 72 55 25 55, flock 73 73 143 32 143, fsync 74 74 118 82 118,
fdatasync 75 75 148 83 148, truncate 76 76 92 45 92, ftruncate 77 77 93 46 93, getdents 78 78 141 - 141,
getcwd 79 79 183 17 183, chdir 80 80 12 49 12, fchdir 81 81 133 50 133, rename 82 82 38 - 38,
mkdir 83 83 39 - 39, rmdir 84 84 40 - 40, creat 85 85 8 - 8, link 86 86 9 - 9, unlink 87 87 10 - 10,
symlink 88 88 83 - 83, readlink 89 89 85 - 85, chmod 90 90 15 - 15, fchmod 91 91 94 52 94, chown 92 92 182 - 182,
fchown 93 93 95 55 95, lchown 94 94 16 - 16, umask 95 95 60 166 60, gettimeofday 96 96 78 169 78,
getrlimit 97 97 76 163 -, getrusage 98 98 77 165 77, sysinfo 99 99 116 179 116, times 100 100 43 153 43,
ptrace 101 521 26 117 26, getuid 102 102 24 174 24, syslog 103 103 103 116 103, getgid 104 104 47 176 47,
setuid 105 105 23 146 23, setgid 106 106 46 144 46, geteuid 107 107 49 175 49, getegid 108 108 50 177 50,
setpgid 109 109 57 154 57, getppid 110 110 64 173 64, getpgrp 111 111 65 - 65, setsid 112 112 66 157 66,
setreuid 113 113 70 145 70, setregid 114 114 71 143 71, getgroups 115 115 80 158 80, setgroups 116 116 81 159 81,
setresuid 117 117 164 147 164, getresuid 118 118 165 148 165, setresgid 119 119 170 149 170,
getresgid 120 120 171 150 171, getpgid 121 121 132 155 132, setfsuid 122 122 138 151 138,
setfsgid 123 123 139 152 139, getsid 124 124 147 156 147, capget 125 125 184 90 184, capset 126 126 185 91 185,
rt_sigpending 127 522 176 136 176, rt_sigtimedwait 128 523 177 137 177, rt_sigqueueinfo 129 524 178 138 178,
rt_sigsuspend 130 130 179 133 179, sigaltstack 131 525 186 132 186, utime 132 132 30 - -, mknod 133 133 14 - 14,
uselib 134 - 86 - 86, personality 135 135 136 92 136, ustat 136 136 62 - 62, statfs 137 137 99 43 99,
fstatfs 138 138 100 44 100, sysfs 139 139 135 - 135, getpriority 140 140 96 141 96,
setpriority 141 141 97 140 97, sched_setparam 142 142 154 118 154, sched_getparam 143 143 155 121 155,
sched_setscheduler 144 144 156 119 156, sched_getscheduler 145 145 157 120 157,
sched_get_priority_max 146 146 159 125 159, sched_get_priority_min 147 147 160 126 160,
sched_rr_get_interval 148 148 161 127 161, mlock 149 149 150 228 150, munlock 150 150 151 229 151,
mlockall 151 151 152 230 152, munlockall 152 152 153 231 153, vhangup 153 153 111 58 111,
modify_ldt 154 154 123 - -, pivot_root 155 155 217 41 218, _sysctl 156 - 149 - 149, prctl 157 157 172 167 172,
arch_prctl 158 158 384 - -, adjtimex 159 159 124 171 124, setrlimit 160 160 75 164 75, chroot 161 161 61 51 61,
sync 162 162 36 81 36, acct 163 163 51 89 51, settimeofday 164 164 79 170 79, mount 165 165 21 40 21,
umount2 166 166 52 39 52, swapon 167 167 87 224 87, swapoff 168 168 115 225 115, reboot 169 169 88 142 88,
sethostname 170 170 74 161 74, setdomainname 171 171 121 162 121, iopl 172 172 110 - -, ioperm 173 173 101 - -,
create_module 174 - 127 - -, init_module 175 175 128 105 128, delete_module 176 176 129 106 129,
get_kernel_syms 177 - 130 - -, query_module 178 - 167 - -, quotactl 179 179 131 60 131,
nfsservctl 180 - 169 42 169, getpmsg 181 181 188 - -, putpmsg 182 182 189 - -, afs_syscall 183 183 137 - -,
tuxcall 184 184 - - -, security 185 185 - - -, gettid 186 186 224 178 224, readahead 187 187 225 213 225,
setxattr 188 188 226 5 226, lsetxattr 189 189 227 6 227, fsetxattr 190 190 228 7 228, getxattr 191 191 229 8 229,
lgetxattr 192 192 230 9 230, fgetxattr 193 193 231 10 231, listxattr 194 194 232 11 232,
llistxattr 195 195 233 12 233, flistxattr 196 196 234 13 234, removexattr 197 197 235 14 235,
lremovexattr 198 198 236 15 236, fremovexattr 199 199 237 16 237, tkill 200 200 238 130 238, time 201 201 13 - -,
futex 202 202 240 98 240, sched_setaffinity 203 203 241 122 241, sched_getaffinity 204 204 242 123 242,
set_thread_area 205 - 243 - -, io_setup 206 543 245 0 243, io_destroy 207 207 246 1 244,
io_getevents 208 208 247 4 245, io_submit 209 544 248 2 246, io_cancel 210 210 249 3 247,
get_thread_area 211 - 244 - -, lookup_dcookie 212 212 253 18 249, epoll_create 213 213 254 - 250,
epoll_ctl_old 214 - - - -, epoll_wait_old 215 - - - -, remap_file_pages 216 216 257 234 253,
getdents64 217 217 220 61 217, set_tid_address 218 218 258 96 256, restart_syscall 219 219 0 128 0,
semtimedop 220 220 - 192 312, fadvise64 221 221 250 223 -, timer_create 222 526 259 107 257,
timer_settime 223 223 260 110 258, timer_gettime 224 224 261 108 259, timer_getoverrun 225 225 262 109 260,
timer_delete 226 226 263 111 261, clock_settime 227 227 264 112 262, clock_gettime 228 228 265 113 263,
clock_getres 229 229 266 114 264, clock_nanosleep 230 230 267 115 265, exit_group 231 231 252 94 248,
epoll_wait 232 232 256 - 252, epoll_ctl 233 233 255 21 251, tgkill 234 234 270 131 268, utimes 235 235 271 - 269,
vserver 236 - 273 - 313, mbind 237 237 274 235 319, set_mempolicy 238 238 276 237 321,
get_mempolicy 239 239 275 236 320, mq_open 240 240 277 180 274, mq_unlink 241 241 278 181 275,
mq_timedsend 242 242 279 182 276, mq_timedreceive 243 243 280 183 277, mq_notify 244 527 281 184 278,
mq_getsetattr 245 245 282 185 279, kexec_load 246 528 283 104 347, waitid 247 529 284 95 280,
add_key 248 248 286 217 309, request_key 249 249 287 218 310, keyctl 250 250 288 219 311,
ioprio_set 251 251 289 30 314, ioprio_get 252 252 290 31 315, inotify_init 253 253 291 - 316,
inotify_add_watch 254 254 292 27 317, inotify_rm_watch 255 255 293 28 318, migrate_pages 256 256 294 238 400,
openat 257 257 295 56 322, mkdirat 258 258 296 34 323, mknodat 259 259 297 33 324, fchownat 260 260 298 54 325,
futimesat 261 261 299 - 326, newfstatat 262 262 - 79 -, unlinkat 263 263 301 35 328, renameat 264 264 302 38 329,
linkat 265 265 303 37 330, symlinkat 266 266 304 36 331, readlinkat 267 267 305 78 332,
fchmodat 268 268 306 53 333, faccessat 269 269 307 48 334, pselect6 270 270 308 72 335, ppoll 271 271 309 73 336,
unshare 272 272 310 97 337, set_robust_list 273 530 311 99 338, get_robust_list 274 531 312 100 339,
splice 275 275 313 76 340, tee 276 276 315 77 342, sync_file_range 277 277 314 84 -, vmsplice 278 532 316 75 343,
move_pages 279 533 317 239 344, utimensat 280 280 320 88 348, epoll_pwait 281 281 319 22 346,
signalfd 282 282 321 - 349, timerfd_create 283 283 322 85 350, eventfd 284 284 323 - 351,
fallocate 285 285 324 47 352, timerfd_settime 286 286 325 86 353, timerfd_gettime 287 287 326 87 354,
accept4 288 288 364 242 366, signalfd4 289 289 327 74 355, eventfd2 290 290 328 19 356,
epoll_create1 291 291 329 20 357, dup3 292 292 330 24 358, pipe2 293 293 331 59 359,
inotify_init1 294 294 332 26 360, preadv 295 534 333 69 361, pwritev 296 535 334 70 362,
rt_tgsigqueueinfo 297 536 335 240 363, perf_event_open 298 298 336 241 364, recvmmsg 299 537 337 243 365,
fanotify_init 300 300 338 262 367, fanotify_mark 301 301 339 263 368, prlimit64 302 302 340 261 369,
name_to_handle_at 303 303 341 264 370, open_by_handle_at 304 304 342 265 371, clock_adjtime 305 305 343 266 372,
syncfs 306 306 344 267 373, sendmmsg 307 538 345 269 374, setns 308 308 346 268 375, getcpu 309 309 318 168 345,
process_vm_readv 310 539 347 270 376, process_vm_writev 311 540 348 271 377, kcmp 312 312 349 272 378,
finit_module 313 313 350 273 379, sched_setattr 314 314 351 274 380, sched_getattr 315 315 352 275 381,
renameat2 316 316 353 276 382, seccomp 317 317 354 277 383, getrandom 318 318 355 278 384,
memfd_create 319 319 356 279 385, kexec_file_load 320 320 - 294 401, bpf 321 321 357 280 386,
execveat 322 545 358 281 387, userfaultfd 323 323 374 282 388, membarrier 324 324 375 283 389,
mlock2 325 325 376 284 390, copy_file_range 326 326 377 285 391, preadv2 327 546 378 286 392,
pwritev2 328 547 379 287 393, pkey_mprotect 329 329 380 288 394, pkey_alloc 330 330 381 289 395,
pkey_free 331 331 382 290 396, statx 332 332 383 291 397, io_pgetevents 333 333 385 292 399,
rseq 334 334 386 293 398, uretprobe 335 - - - -, uprobe 336 - - - -, pidfd_send_signal 424 424 424 424 424,
io_uring_setup 425 425 425 425 425, io_uring_enter 426 426 426 426 426, io_uring_register 427 427 427 427 427,
open_tree 428 428 428 428 428, move_mount 429 429 429 429 429, fsopen 430 430 430 430 430,
fsconfig 431 431 431 431 431, fsmount 432 432 432 432 432, fspick 433 433 433 433 433,
pidfd_open 434 434 434 434 434, clone3 435 435 435 435 435, close_range 436 436 436 436 436,
openat2 437 437 437 437 437, pidfd_getfd 438 438 438 438 438, faccessat2 439 439 439 439 439,
process_madvise 440 440 440 440 440, epoll_pwait2 441 441 441 441 441, mount_setattr 442 442 442 442 442,
quotactl_fd 443 443 443 443 443, landlock_create_ruleset 444 444 444 444 444,
landlock_add_rule 445 445 445 445 445, landlock_restrict_self 446 446 446 446 446,
memfd_secret 447 447 447 447 -, process_mrelease 448 448 448 448 448, futex_waitv 449 449 449 449 449,
set_mempolicy_home_node 450 450 450 450 450, cachestat 451 451 451 451 451, fchmodat2 452 452 452 452 452,
map_shadow_stack 453 453 453 453 453, futex_wake 454 454 454 454 454, futex_wait 455 455 455 455 455,
futex_requeue 456 456 456 456 456, statmount 457 457 457 457 457, listmount 458 458 458 458 458,
lsm_get_self_attr 459 459 459 459 459, lsm_set_self_attr 460 460 460 460 460,
lsm_list_modules 461 461 461 461 461, mseal 462 462 462 462 462, setxattrat 463 463 463 463 463,
getxattrat 464 464 464 464 464, listxattrat 465 465 465 465 465, removexattrat 466 466 466 466 466,
open_tree_attr 467 467 467 467 467, file_getattr 468 468 468 468 468, file_setattr 469 469 469 469 469,
waitpid - - 7 - -, break - - 17 - -, oldstat - - 18 - -, umount - - 22 - -, stime - - 25 - -,
oldfstat - - 28 - -, stty - - 31 - -, gtty - - 32 - -, nice - - 34 - 34, ftime - - 35 - -, prof - - 44 - -,
signal - - 48 - -, lock - - 53 - -, mpx - - 56 - -, ulimit - - 58 - -, oldolduname - - 59 - -,
sigaction - - 67 - 67, sgetmask - - 68 - -, ssetmask - - 69 - -, sigsuspend - - 72 - 72, sigpending - - 73 - 73,
oldlstat - - 84 - -, readdir - - 89 - -, profil - - 98 - -, socketcall - - 102 - -, olduname - - 109 - -,
idle - - 112 - -, vm86old - - 113 - -, ipc - - 117 - -, sigreturn - - 119 - 119, sigprocmask - - 126 - 126,
bdflush - - 134 - 134, _llseek - - 140 - 140, _newselect - - 142 - 142, vm86 - - 166 - -,
ugetrlimit - - 191 - 191, mmap2 - - 192 - 192, truncate64 - - 193 - 193, ftruncate64 - - 194 - 194,
stat64 - - 195 - 195, lstat64 - - 196 - 196, fstat64 - - 197 - 197, lchown32 - - 198 - 198,
getuid32 - - 199 - 199, getgid32 - - 200 - 200, geteuid32 - - 201 - 201, getegid32 - - 202 - 202,
setreuid32 - - 203 - 203, setregid32 - - 204 - 204, getgroups32 - - 205 - 205, setgroups32 - - 206 - 206,
fchown32 - - 207 - 207, setresuid32 - - 208 - 208, getresuid32 - - 209 - 209, setresgid32 - - 210 - 210,
getresgid32 - - 211 - 211, chown32 - - 212 - 212, setuid32 - - 213 - 213, setgid32 - - 214 - 214,
setfsuid32 - - 215 - 215, setfsgid32 - - 216 - 216, fcntl64 - - 221 - 221, sendfile64 - - 239 - 239,
statfs64 - - 268 - 266, fstatfs64 - - 269 - 267, fadvise64_64 - - 272 - -, fstatat64 - - 300 - 327,
clock_gettime64 - - 403 - 403, clock_settime64 - - 404 - 404, clock_adjtime64 - - 405 - 405,
clock_getres_time64 - - 406 - 406, clock_nanosleep_time64 - - 407 - 407, timer_gettime64 - - 408 - 408,
timer_settime64 - - 409 - 409, timerfd_gettime64 - - 410 - 410, timerfd_settime64 - - 411 - 411,
utimensat_time64 - - 412 - 412, pselect6_time64 - - 413 - 413, ppoll_time64 - - 414 - 414,
io_pgetevents_time64 - - 416 - 416, recvmmsg_time64 - - 417 - 417, mq_timedsend_time64 - - 418 - 418,
mq_timedreceive_time64 - - 419 - 419, semtimedop_time64 - - 420 - 420, rt_sigtimedwait_time64 - - 421 - 421,
futex_time64 - - 422 - 422, sched_rr_get_interval_time64 - - 423 - 423, riscv_hwprobe - - - 258 -,
riscv_flush_icache - - - 259 -, arm_fadvise64_64 - - - - 270, pciconfig_iobase - - - - 271,
pciconfig_read - - - - 272, pciconfig_write - - - - 273, send - - - - 289, recv - - - - 291,
arm_sync_file_range - - - - 341, breakpoint - - - - 983041, cacheflush - - - - 983042, usr26 - - - - 983043,
usr32 - - - - 983044, set_tls - - - - 983045
`;

export const callTables = ['x86-64', 'x32', 'i386', 'generic', 'arm'] as const;
export type CallTable = (typeof callTables)[number];

let cells: readonly (readonly string[])[] | undefined;

export function callNumbers(table: CallTable): ReadonlyMap<string, number> {
  const column = 1 + callTables.indexOf(table);
  cells ??= rows
    .trim()
    .split(/,\s/)
    .map((row) => row.split(' '));
  return new Map(cells.flatMap((row) => (row[column] === '-' ? [] : [[row[0]!, Number(row[column])]])));
}
