/* Starts two programs on pipes, hears one byte of each, ends them and waits for them: as often as it is told. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static pid_t start(const char *program, int *heard, int *told) {
  int in[2], out[2];
  if (pipe(in) || pipe(out)) exit(1);
  pid_t child = fork();
  if (child == 0) {
    dup2(in[0], 0);
    dup2(out[1], 1);
    for (int end = 0; end < 2; end++) close(in[end]), close(out[end]);
    execl(program, program, (char *)NULL);
    _exit(127);
  }
  close(in[0]), close(out[1]);
  *heard = out[0], *told = in[1];
  return child;
}

int main(int count, char **words) {
  if (count < 3) return 2;
  for (int round = atoi(words[2]); round > 0; round--) {
    pid_t players[2];
    int heard[2], told[2];
    char byte;
    for (int seat = 0; seat < 2; seat++) players[seat] = start(words[1], &heard[seat], &told[seat]);
    for (int seat = 0; seat < 2; seat++)
      if (read(heard[seat], &byte, 1) != 1) return 1;
    for (int seat = 0; seat < 2; seat++) {
      kill(players[seat], SIGTERM);
      waitpid(players[seat], NULL, 0);
      close(heard[seat]), close(told[seat]);
    }
  }
  return 0;
}
