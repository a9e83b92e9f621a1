/* Runs its arguments with a keyring of their own, and a key in it. Status 77: there are no keyrings here. */
#include <linux/keyctl.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(int count, char **words) {
  if (count < 2 || syscall(SYS_keyctl, KEYCTL_JOIN_SESSION_KEYRING, 0) < 0) return 77;
  if (syscall(SYS_add_key, "user", "key-of-the-host", "token", 5, KEY_SPEC_SESSION_KEYRING) < 0) return 77;
  execvp(words[1], words + 1);
  return 127;
}
