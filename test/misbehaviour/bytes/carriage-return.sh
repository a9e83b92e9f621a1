printf n
head -c 4 >/dev/null
printf 'dA\r'
exec sleep 1000
