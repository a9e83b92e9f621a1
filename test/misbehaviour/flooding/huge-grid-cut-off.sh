# Half of the largest message, and no more.
printf n
head -c 4 >/dev/null
printf p001999999
head -c 500000 /dev/zero | tr '\0' .
exec sleep 1000
