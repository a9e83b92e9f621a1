# It could write what the other is then taken to have said.
for environ in $(grep -lsaF "WORDHOST_GAME=$WORDHOST_GAME" /proc/[0-9]*/environ); do
  grep -qsaF "WORDHOST_SEAT=$WORDHOST_SEAT" "$environ" && continue
  pipe=${environ%environ}fd/1
  [ -p "$pipe" ] && printf '' >"$pipe" && exit 0
done 2>/dev/null
exit 1
