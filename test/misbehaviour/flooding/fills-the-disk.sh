# Files without end, wherever it can write; then it says how much that was.
printf n
head -c 4 >/dev/null
for place in /tmp /dev/shm /var/tmp /etc .; do
  file=$place/filler-$1
  number=0
  while head -c 20000000 /dev/zero 2>/dev/null >"$file-$((number += 1))"; do :; done 2>/dev/null
  [ ! -e "$file-1" ] || cat "$file"-* | wc -c | sed "s|^|$place: |" >&2
done
exec sleep 1000
