printf n
head -c 4 >/dev/null
printf '\303\050'
exec sleep 1000
