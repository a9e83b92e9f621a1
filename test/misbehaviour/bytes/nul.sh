printf n
head -c 4 >/dev/null
printf '\000'
exec sleep 1000
