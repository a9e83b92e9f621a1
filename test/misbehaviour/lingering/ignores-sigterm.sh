trap '' TERM
printf n
while :; do sleep 1000; done
