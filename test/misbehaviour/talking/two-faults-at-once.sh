# A byte that no message allows, and dead before anybody can have read it.
printf n
head -c 4 >/dev/null
printf xdB
kill -KILL $$
