/* Of a service whose socket lies in the working directory. */
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>

int main(void) {
  struct sockaddr_un server = {.sun_family = AF_UNIX};
  strncpy(server.sun_path, getenv("SOCKET_BY_PATH"), sizeof server.sun_path - 1);
  int line = socket(AF_UNIX, SOCK_STREAM, 0);
  return connect(line, (struct sockaddr *)&server, sizeof server) == 0 ? 0 : 1;
}
