# Each of its late peels is answered, and no answer is read.
printf n
head -c 10 >/dev/null
yes p001003001AAA | tr -d '\n'
