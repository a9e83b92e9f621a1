# What a test file leaves when it ends, however it ends: $1 is in the environment of all that it started, $2 is its temporary folder.
cat >/dev/null
marked() { grep -lsaF "$mark" /proc/[0-9]*/environ | tr -dc '0-9\n'; }
mark=$1
for signal in TERM KILL; do
  pids=$(marked)
  [ -n "$pids" ] || break
  # Hosts end their players first.
  kill -s "$signal" $pids 2>/dev/null
  for _ in $(seq 50); do
    [ -n "$(marked)" ] || break
    sleep 0.1
  done
done
rm -rf "$2"
