/* With io_uring the system carries out what a filter of calls refuses: it makes sockets that no namespace holds, say. */
#include <linux/io_uring.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(void) {
  struct io_uring_params params = {0};
  return syscall(SYS_io_uring_setup, 1, &params) < 0;
}
