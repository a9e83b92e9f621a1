printf n
head -c 4 >/dev/null
exec 3<&0
cat <&3 >/dev/null &
yes dA | tr -d '\n'
