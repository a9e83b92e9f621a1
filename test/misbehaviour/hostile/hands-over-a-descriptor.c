/* Runs its arguments but the first, a file, which they find as descriptor 63: a number that shells give to <(…). */
#include <fcntl.h>
#include <unistd.h>

int main(int count, char **words) {
  if (count < 3 || dup2(open(words[1], O_RDONLY), 63) != 63) return 126;
  execvp(words[2], words + 2);
  return 127;
}
