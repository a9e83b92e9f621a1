# Of the host, or of what started it; not in the words of this search itself.
grep -qs '[-]-seed' /proc/[0-9]*/cmdline
