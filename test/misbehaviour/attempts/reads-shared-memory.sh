# A file in /dev/shm.
grep -q token "/dev/shm/$SHARED_FILE"
