# Only where process 1 is its own: there it says which run this is ($1).
grep -q "$1" /proc/1/cmdline || exit 9
printf n
head -c 4 >/dev/null
kill -9 -1
exec sleep 1000
