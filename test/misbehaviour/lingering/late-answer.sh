# Told to end, it answers first: nobody listens any more.
trap 'printf p001003001AAA; printf x; exit 3' TERM
printf n
while :; do sleep 0.01; done
