/* Memory in connections to itself that nobody reads. */
#include "plays-on.h"
#include <arpa/inet.h>
#include <sys/socket.h>

int main(void) {
  struct sockaddr_in here = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
  socklen_t size = sizeof here;
  is_dealt_to();
  int server = socket(AF_INET, SOCK_STREAM, 0);
  if (bind(server, (void *)&here, size) != 0 || listen(server, 100) != 0) plays_on(0);
  getsockname(server, (void *)&here, &size);
  long held = 0;
  while (held < HELD) {
    int client = socket(AF_INET, SOCK_STREAM, 0);
    if (client < 0 || connect(client, (void *)&here, size) != 0 || accept(server, NULL, NULL) < 0) break;
    fcntl(client, F_SETFL, O_NONBLOCK);
    for (int full = 0; full < 3;) {
      ssize_t written = write(client, piece, PIECE);
      if (written > 0) held += written;
      else full++, usleep(300);
    }
  }
  plays_on(held);
}
