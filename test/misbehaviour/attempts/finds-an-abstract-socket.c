/* One that has a name and no file, as desktops use them. */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>

int main(void) {
  struct sockaddr_un server = {.sun_family = AF_UNIX};
  const char *name = getenv("ABSTRACT_SOCKET");
  strncpy(server.sun_path + 1, name, sizeof server.sun_path - 2);
  int line = socket(AF_UNIX, SOCK_STREAM, 0);
  socklen_t length = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + strlen(name));
  return connect(line, (struct sockaddr *)&server, length) == 0 ? 0 : 1;
}
