# Looks through /proc for another player of this game, and talks with its name.
printf n
head -c 4 >/dev/null
for process in /proc/[0-9]*; do
  tr '\0' '\n' <"$process/environ" | grep -qx "WORDHOST_GAME=$WORDHOST_GAME" || continue
  tr '\0' '\n' <"$process/environ" | grep -qx 'WORDHOST_SEAT=1' && continue
  printf x >"$process/fd/1"
done 2>/dev/null
exec sleep 1000
