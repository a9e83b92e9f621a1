# The command ends; a child of a child still has its output open.
printf n
head -c 4 >/dev/null
(setsid sleep 1000 &)
