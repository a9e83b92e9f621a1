printf n
head -c 4 >/dev/null
kill -SEGV $$
