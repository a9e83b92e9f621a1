# Opens, renames, links or watches one that is not its own: what it has tried since its first instruction.
grep -q . "${TMPDIR:-/tmp}/reached-by-seat-$WORDHOST_SEAT"
