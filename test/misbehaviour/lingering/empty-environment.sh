# Nothing leads from it to its game: no parent, no session, no marker. It knows $1 for the test's sake.
printf n
(env -i setsid sh -c 'trap "" TERM; while :; do sleep 0.05; done' "$1" &)
exec sleep 1000
