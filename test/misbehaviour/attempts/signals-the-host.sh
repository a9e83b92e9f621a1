# With no more than the question whether it could.
for cmdline in $(grep -lsa '/wordhost\.js' /proc/[0-9]*/cmdline); do
  process=${cmdline%/cmdline}
  grep -qsa 'WORDHOST_GAME=' "$process/environ" && continue
  kill -0 "${process#/proc/}" && exit 0
done 2>/dev/null
exit 1
