/* Memory in messages to itself over netlink, which no control group counts. */
#include "plays-on.h"
#include <linux/netlink.h>
#include <sys/socket.h>

int main(void) {
  is_dealt_to();
  long held = 0;
  while (held < HELD / 4) {
    struct sockaddr_nl own = {.nl_family = AF_NETLINK};
    socklen_t size = sizeof own;
    int line = socket(AF_NETLINK, SOCK_RAW, NETLINK_USERSOCK);
    if (line < 0 || bind(line, (void *)&own, size) != 0) break;
    getsockname(line, (void *)&own, &size);
    for (ssize_t sent; (sent = sendto(line, piece, PIECE / 2, MSG_DONTWAIT, (void *)&own, size)) > 0;) held += sent;
  }
  plays_on(held);
}
