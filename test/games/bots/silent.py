"""The beginner's mistake: it says that it is ready, and never flushes."""

import os
import sys

# As if PYTHONUNBUFFERED were not set: what is printed waits in a buffer.
sys.stdout = open(1, "w", buffering=65536, closefd=False)

print("r", end="")
sys.stdin.read()
os._exit(0)  # without a last flush
