printf n
head -c 4 >/dev/null
printf 'dA\342\200\250'
exec sleep 1000
