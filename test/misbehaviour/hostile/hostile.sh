# Reaches for pipes from its first instruction; ready like any other player. After the deal it makes each attempt, says
# on standard error what became of it, kills what it can if $1 says so, and plays on: seat 1 peels first, seat 2 after
# it, and wins.
kills=$1
shift
own=${TMPDIR:-/tmp}
exec 4<&0
"$REACHES_FOR_PIPES" looks 2>"$own/reached-by-seat-$WORDHOST_SEAT" &
exec 4<&-
secret=secret-of-seat-$WORDHOST_SEAT
echo "$secret" | tee "$own/$secret" >&2
printf n
head -c 4 >/dev/null
for attempt; do
  if eval "timeout 15 $attempt" >/dev/null 2>&1; then became=succeeded; else became=failed; fi
  echo "$became: $attempt" >&2
done
[ "$kills" != kills ] || kill -9 -1
[ "$WORDHOST_SEAT" = 1 ] || head -c 6 >/dev/null
echo "plays on, seat $WORDHOST_SEAT" >&2
if [ "$WORDHOST_SEAT" = 1 ]; then
  printf p001003001AAA
else
  printf p002004001AAAA
fi
while :; do sleep 1000; done
