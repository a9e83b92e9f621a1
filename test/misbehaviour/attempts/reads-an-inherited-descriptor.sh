# Which the host has from whoever started it.
grep -q token /proc/self/fd/63
