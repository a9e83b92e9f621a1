# As it is kept with --stderr DIR.
grep -q "secret-of-seat-$((3 - WORDHOST_SEAT))" "$ERRORS"/*
