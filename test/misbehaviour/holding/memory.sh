# tail keeps all that it may have to print: 400 MB.
printf n
head -c 4 >/dev/null
head -c 400000000 /dev/zero | tail -c 400000000 | sleep 1000
