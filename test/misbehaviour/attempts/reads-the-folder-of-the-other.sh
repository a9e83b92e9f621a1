# What the other keeps in the place for such things.
other=secret-of-seat-$((3 - WORDHOST_SEAT))
grep -q "$other" "${TMPDIR:-/tmp}/$other"
