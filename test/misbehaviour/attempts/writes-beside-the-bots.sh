: >"written-by-$WORDHOST_SEAT"
