# Of another program, which reads it: it lies in the working directory.
[ -p "$NAMED_PIPE" ] && echo x >"$NAMED_PIPE"
