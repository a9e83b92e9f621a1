printf n
head -c 4 >/dev/null
printf n
exec sleep 1000
