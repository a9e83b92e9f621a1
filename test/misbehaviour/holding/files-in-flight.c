/* Memory in files without a name that are nowhere open: they are on their way through a socket. */
#include "plays-on.h"
#include <sys/mman.h>
#include <sys/socket.h>

static int send_off(int file, int socket) {
  char room[CMSG_SPACE(sizeof file)] = {0};
  struct iovec byte = {.iov_base = "x", .iov_len = 1};
  struct msghdr message = {.msg_iov = &byte, .msg_iovlen = 1, .msg_control = room, .msg_controllen = sizeof room};
  struct cmsghdr *head = CMSG_FIRSTHDR(&message);
  *head = (struct cmsghdr){.cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS, .cmsg_len = CMSG_LEN(sizeof file)};
  memcpy(CMSG_DATA(head), &file, sizeof file);
  return sendmsg(socket, &message, MSG_DONTWAIT) == 1 && close(file) == 0;
}

int main(void) {
  int ends[2];
  long held = 0;
  is_dealt_to();
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) return 1;
  while (held < HELD) {
    int file = memfd_create("held", 0);
    for (int pieces = 0; pieces < 64; pieces++) held += write(file, piece, PIECE);
    if (!send_off(file, ends[0])) break;
  }
  plays_on(held);
}
