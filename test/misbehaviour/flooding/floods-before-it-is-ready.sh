# Ready, ready, ready.
yes n | tr -d '\n'
