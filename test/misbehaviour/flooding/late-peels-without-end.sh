# Peel 001 is taken by now, and this says so for ever.
printf n
head -c 10 >/dev/null
exec 3<&0
cat <&3 >/dev/null &
yes p001003001AAA | tr -d '\n'
