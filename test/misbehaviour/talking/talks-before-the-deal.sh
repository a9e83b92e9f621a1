printf np001003001AAA
exec sleep 1000
