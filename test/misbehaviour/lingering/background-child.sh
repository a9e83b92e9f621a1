printf n
sleep 1000 &
exec sleep 1000
