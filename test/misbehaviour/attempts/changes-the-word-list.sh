# The compiled one, by which the host judges; now only opened, to add nothing.
: >>"${WORDHOST_DICTIONARY%.txt}.lex" || : >>"$WORDHOST_DICTIONARY"
