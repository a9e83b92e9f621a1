/* From the keyring of the session, which processes inherit whatever namespaces they are in. */
#include <linux/keyctl.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(void) {
  char key[64];
  long id = syscall(SYS_keyctl, KEYCTL_SEARCH, KEY_SPEC_SESSION_KEYRING, "user", "key-of-the-host", 0);
  return id > 0 && syscall(SYS_keyctl, KEYCTL_READ, id, key, sizeof key) > 0 ? 0 : 1;
}
