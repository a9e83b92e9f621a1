# Of any process that it sees; or its own, if that is the host's.
cat /proc/[0-9]*/environ 2>/dev/null | tr '\0' '\n' | grep -q '^TOKEN_OF_THE_HOST='
