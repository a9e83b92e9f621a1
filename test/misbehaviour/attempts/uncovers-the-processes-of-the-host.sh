# The /proc of the host may lie below a player's own. Each try has mounts of its own, so that nobody loses any.
looks() {
  for cmdline in $(grep -lsa '/wordhost\.js' "$1"/[0-9]*/cmdline); do
    grep -qsa 'WORDHOST_GAME=' "${cmdline%/cmdline}/environ" || exit 0
  done
}
case $1 in
unmounts) umount -l /proc && looks /proc ;;
moves) mount --move /proc "$(mktemp -d)" && looks /proc ;;
binds)
  place=$(mktemp -d)
  mount --rbind / "$place" && umount -l "$place/proc"
  looks "$place/proc"
  cd "$place" && pivot_root . . && umount -l .
  looks /proc
  ;;
looks) looks /proc ;;
*)
  looks /proc
  for namespace in 'unshare -m' 'unshare -Ur -m' 'nsenter -t 1 -p -m unshare -m'; do
    for way in unmounts moves binds looks; do $namespace sh "$0" $way && exit 0; done
  done 2>/dev/null
  for process in /proc/[0-9]*; do looks "$process/root/proc"; done 2>/dev/null
  ;;
esac
exit 1
