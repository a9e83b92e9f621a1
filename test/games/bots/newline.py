"""The other beginner's mistake: a newline after the message."""

import sys

print("r", flush=True)
sys.stdin.read()
