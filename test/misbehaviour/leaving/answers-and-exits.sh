# Peels, and is gone: what it wrote counts.
printf n
head -c 4 >/dev/null
printf p001003001AAA
