printf n
head -c 4 >/dev/null
printf 'dA\r\n'
exec sleep 1000
