# Raises the limit of the control group that it was put into; then it holds too much.
printf n
head -c 4 >/dev/null
while IFS=: read -r _ controllers path; do
  for place in "/sys/fs/cgroup/$controllers" /sys/fs/cgroup; do
    for limit in memory.memsw.limit_in_bytes memory.limit_in_bytes memory.max; do
      (echo 1000000000000 >"$place$path/$limit") 2>/dev/null && echo "raised $limit" >&2
    done
  done
done </proc/self/cgroup
head -c 300000000 /dev/zero | tail -c 300000000 | sleep 1000
