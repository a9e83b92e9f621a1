# What is sent to it is lost; that is its own affair.
printf n
exec <&-
exec sleep 1000
