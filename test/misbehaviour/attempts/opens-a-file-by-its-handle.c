/* Without a way to it: files of folders that are hidden, pipes without a name. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <unistd.h>

int main(void) {
  struct {
    struct file_handle handle;
    unsigned char bytes[MAX_HANDLE_SZ];
  } found = {.handle.handle_bytes = MAX_HANDLE_SZ};
  int mount;
  if (name_to_handle_at(AT_FDCWD, "/etc/passwd", &found.handle, &mount, 0) < 0) return 1;
  return open_by_handle_at(open("/etc", O_RDONLY | O_DIRECTORY), &found.handle, O_RDONLY) < 0;
}
