# Allowed: a message may be split at any byte.
printf n
head -c 4 >/dev/null
for byte in d A p 0 0 1 0 0 5 0 0 1 A A A A A; do
  printf %s "$byte"
  sleep 0.01
done
exec sleep 1000
