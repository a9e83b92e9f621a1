# Allowed on pipes; on socket pairs these cannot be opened.
printf n >/dev/stdout
head -c 4 </dev/stdin >/dev/null
printf p001003001AAA >/dev/stdout
exec sleep 1000
