"""Writes each byte by itself, and plays on. Allowed: messages may be split at any byte."""

import os
import sys

sys.dont_write_bytecode = True
import example

player = example.load()


def send(message):
    for byte in message.encode("ascii"):
        os.write(1, bytes([byte]))


player.send = send
player.main()
