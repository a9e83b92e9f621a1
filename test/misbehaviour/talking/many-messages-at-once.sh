# Allowed: two dumps, and then a dump of what it cannot hold.
printf n
head -c 4 >/dev/null
printf dAdAdAdAdAdB
exec sleep 1000
