printf n
head -c 4 >/dev/null
printf '\001\002\377'
exec sleep 1000
