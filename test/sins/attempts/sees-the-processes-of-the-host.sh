# In its own /proc, or in the machine's below it, where it may take away what covers that: in mounts of its own, for
# the other attempts want theirs.
look='cat /proc/[0-9]*/cmdline 2>/dev/null | tr "\0" "\n" | grep -q "/wordhost\.js$"'
eval "$look" && exit 0
for rights in '' --map-root-user; do
  unshare $rights --mount /bin/sh -c "umount -l /proc; $look" && exit 0
done
exit 1
