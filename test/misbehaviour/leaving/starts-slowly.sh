sleep 0.5
printf n
exec sleep 1000
