for cmdline in $(grep -lsa '/wordhost\.js' /proc/[0-9]*/cmdline); do
  process=${cmdline%/cmdline}
  grep -qsa 'WORDHOST_GAME=' "$process/environ" && continue
  from=$(head -n 1 "$process/maps" | cut -d - -f 1)
  [ "$(dd if="$process/mem" bs=4096 count=1 skip=$((0x$from / 4096)) | wc -c)" = 4096 ] && exit 0
done 2>/dev/null
exit 1
