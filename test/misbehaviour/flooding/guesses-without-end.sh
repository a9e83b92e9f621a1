printf 'ready\n'
while read -r line && test "$line" != start; do :; done
exec yes 'guess CAT'
