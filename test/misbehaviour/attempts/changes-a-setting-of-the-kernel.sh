# For one, which program the kernel starts, as root and outside of everything, when some program dies. To what it is.
setting=/proc/sys/kernel/core_pattern
keeps() { value=$(cat "$setting") && echo "$value" >"$setting" && exit 0; }
case $1 in
uncovers)
  mount -o remount,bind,rw /proc/sys && keeps
  umount -l /proc/sys && keeps
  mount -t proc proc "$(mktemp -d)" && keeps
  setting=$(mktemp -d) && mount -t proc proc "$setting" && setting=$setting/sys/kernel/core_pattern && keeps
  ;;
*)
  keeps
  for namespace in 'unshare -m' 'unshare -Ur -m' 'unshare -Ur -m -p -f'; do $namespace sh "$0" uncovers && exit 0; done
  ;;
esac 2>/dev/null
exit 1
