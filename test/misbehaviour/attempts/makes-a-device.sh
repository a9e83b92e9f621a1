# Such as the memory of the machine, or its disks; here the one of zeros.
device=$(mktemp -u) && mknod "$device" c 1 5 && rm "$device"
