printf n
yes 'a line that nobody wants' >&2
