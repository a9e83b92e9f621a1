/* As a question to a name server goes: by UDP, and there is an answer. */
#include <arpa/inet.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/time.h>

int main(void) {
  struct sockaddr_in server = {.sin_family = AF_INET, .sin_port = htons((unsigned short)atoi(getenv("DATAGRAM_PORT")))};
  server.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  int line = socket(AF_INET, SOCK_DGRAM, 0);
  struct timeval longest = {1, 0};
  char answer[16];
  setsockopt(line, SOL_SOCKET, SO_RCVTIMEO, &longest, sizeof longest);
  if (connect(line, (struct sockaddr *)&server, sizeof server) != 0) return 1;
  return send(line, "?", 1, 0) == 1 && recv(line, answer, sizeof answer, 0) > 0 ? 0 : 1;
}
