# One by one, process 1 too. Only where that is its own: there it says which run this is ($1).
grep -q "$1" /proc/1/cmdline || exit 9
printf n
head -c 4 >/dev/null
for process in /proc/[0-9]*; do
  pid=${process#/proc/}
  [ "$pid" = $$ ] || kill -9 "$pid"
done 2>/dev/null
exec sleep 1000
