# In it stands the seed, from which all letters follow.
grep -q '"seed":' "$RECORDS"/*
