printf n
head -c 4 >/dev/null
head -c 1073741824 /dev/zero | tr '\0' .
