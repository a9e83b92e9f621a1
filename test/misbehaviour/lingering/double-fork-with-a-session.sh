printf n
(setsid sh -c 'sleep 1000 & exec sleep 1000' &)
exec sleep 1000
