# What was never finished is no message, and no error.
printf n
head -c 4 >/dev/null
printf p001003001AA
