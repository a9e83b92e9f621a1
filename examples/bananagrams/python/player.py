#!/usr/bin/env python3
"""A small Bananagrams player in Python. It speaks the numbered dialect.

    wordhost "python3 player.py" "python3 player.py"

Python 3.10 or later; nothing to install.

How it plays: it lays the longest word that it finds, then words that cross it, then single letters next to other
tiles. It puts everything that it lays on a stack: when it is stuck, it takes back the last few words and tries
others. If that fails, it dumps the letter that is hardest to use.

What to change first: search the word list as a tree (a trie) instead of word by word; remove words anywhere on the
board, not only the last ones; and check for peels of other players during the search, not only after it.
"""

import os
import random
import select
import sys
from bisect import bisect_right
from collections import Counter

# The host names the file of the words: uppercase, one on each line.
with open(os.environ["WORDHOST_DICTIONARY"]) as file:
    WORDS = sorted(file.read().split(), key=len)  # short words first
WORD_SET = set(WORDS)

HARD_LETTERS_FIRST = "QJXZVKWYFBHMPCGUDLNTSRIOAE"
ACROSS, DOWN = (1, 0), (0, 1)
TRIES_BEFORE_DUMP = 40

grid = {}  # (column, row) -> letter; rows and columns may be negative
pile = []  # what was laid, in order: each a dictionary like the grid
loose = Counter()  # the letters that are not on the grid


# --- The board ---------------------------------------------------------------------------------------------


def run_through(cell, letter, direction):
    """The letters in a line with this cell, if `letter` stood in it."""
    (column, row), (right, down) = cell, direction
    before, after = "", ""
    place = (column - right, row - down)
    while place in grid:
        before = grid[place] + before
        place = (place[0] - right, place[1] - down)
    place = (column + right, row + down)
    while place in grid:
        after += grid[place]
        place = (place[0] + right, place[1] + down)
    return before + letter + after


def is_fine(run):
    return len(run) == 1 or run in WORD_SET


def spot_for_letter(letter):
    """A cell beside a tile where the letter makes only words. One tile alone is legal, too."""
    if not grid:
        return {(0, 0): letter} if loose_count() == 1 else None
    cells = {(c + x, r + y) for c, r in grid for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1))}
    for cell in random.sample(sorted(cells), len(cells)):
        if cell not in grid:
            if is_fine(run_through(cell, letter, ACROSS)) and is_fine(run_through(cell, letter, DOWN)):
                return {cell: letter}
    return None


def spot_for_word(word):
    """The new tiles of this word, where it crosses a tile and makes only words."""
    if not grid:
        return fit(word, (0, 0), ACROSS)
    for (column, row), letter in grid.items():
        for index in range(len(word)):
            if word[index] == letter:
                spot = fit(word, (column - index, row), ACROSS) or fit(word, (column, row - index), DOWN)
                if spot:
                    return spot
    return None


def fit(word, start, direction):
    """The new tiles of this word if it starts here, or None if it can't."""
    (column, row), (right, down) = start, direction
    crossing = DOWN if direction == ACROSS else ACROSS
    end = (column + right * len(word), row + down * len(word))
    if (column - right, row - down) in grid or end in grid:
        return None
    new = {}
    for index, letter in enumerate(word):
        cell = (column + right * index, row + down * index)
        if cell in grid:
            if grid[cell] != letter:
                return None
        else:
            new[cell] = letter
            if not is_fine(run_through(cell, letter, crossing)):
                return None
    enough = not Counter(new.values()) - loose
    return new if new and enough else None


# --- Laying tiles ------------------------------------------------------------------------------------------


def lay(tiles):
    grid.update(tiles)
    loose.subtract(tiles.values())
    pile.append(tiles)


def take_back():
    tiles = pile.pop()
    for cell, letter in tiles.items():
        del grid[cell]
        loose[letter] += 1


def loose_count():
    return sum(loose.values())


def missing(word):
    """How many of its letters are not loose."""
    return sum(max(0, word.count(letter) - loose[letter]) for letter in set(word))


def loose_letters():
    return sorted(loose.elements(), key=HARD_LETTERS_FIRST.index)


def lay_word():
    """Lays a word that takes all its letters but one, at most, from the loose ones."""
    longest = loose_count() + 1
    playable = WORDS[: bisect_right(WORDS, longest, key=len)]
    # Long words from a random sample first; if none fits, any word.
    some = random.sample(playable, min(2000, len(playable)))
    some.sort(key=len, reverse=True)
    for word in some + playable:
        if missing(word) <= 1:
            spot = spot_for_word(word)
            if spot:
                lay(spot)
                return True
    return False


def lay_letter():
    for letter in loose_letters():
        spot = spot_for_letter(letter)
        if spot:
            lay(spot)
            return True
    return False


def lay_all():
    """Lays as many loose letters as possible."""
    while loose_count() > 0:
        # Words first while there are many letters, single letters first for the last few.
        ways = (lay_word, lay_letter) if loose_count() > 3 else (lay_letter, lay_word)
        if not any(way() for way in ways):
            return


def solve(tries):
    """True if every tile is on the grid within this many tries."""
    for attempt in range(tries):
        lay_all()
        if loose_count() == 0:
            return True
        for _ in range(random.randint(1, 2 + attempt)):
            if pile:
                take_back()
    return False


def drawing():
    """The grid as the host expects it: width, height, then the rows."""
    columns = [column for column, _ in grid]
    rows = [row for _, row in grid]
    across = range(min(columns), max(columns) + 1)
    down = range(min(rows), max(rows) + 1)
    cells = "".join(grid.get((column, row), ".") for row in down for column in across)
    return f"{len(across):03}{len(down):03}{cells}"


# --- Talking to the host -----------------------------------------------------------------------------------

arrived = ""  # input that is not yet complete


def send(message):
    sys.stdout.write(message)  # no newline: the host allows none
    sys.stdout.flush()  # without this the message waits in our own buffer


def read_more():
    global arrived
    data = os.read(0, 65536)
    if not data:
        sys.exit(0)  # the host has exited
    arrived += data.decode("ascii")


def next_message():
    """Waits for the next message and returns it without its period."""
    global arrived
    while "." not in arrived:
        read_more()
    message, arrived = arrived.split(".", 1)
    return message


def something_arrived():
    if "." not in arrived and select.select([0], [], [], 0)[0]:
        read_more()
    return "." in arrived


def main():
    send("n")
    loose.update(next_message())

    next_peel = 1  # one more than the last peel that we were told of
    dumping = False  # we dumped a letter and have no answer yet
    offered = False  # we have peeled and have no answer yet
    patience = TRIES_BEFORE_DUMP

    while True:
        # Search only when there is no input. Before a dump is answered we may not peel, so we wait.
        if not dumping and not offered and not something_arrived():
            if solve(patience):
                send(f"p{next_peel:03}{drawing()}")
                offered = True
            elif loose_count() > 0:
                worst = loose_letters()[0]
                loose[worst] -= 1
                send("d" + worst)
                dumping = True

        message = next_message()
        kind, number, letters = message[:1], message[1:4], message[4:]
        if kind == "+" or kind == "=":
            # A valid peel: ours (+) or another player's (=). Every player draws a letter.
            next_peel = (int(number) + 1) % 1000
            if not letters:
                return  # that was the last peel
            loose.update(letters)
            if kind == "+":
                offered = False
        elif kind == "-":
            offered = False  # our peel was too late; the letter of the other peel arrived before this message
        elif kind == "d":
            dumping = False
            tiles = message[1:]
            # One tile means that the bunch is nearly empty, and our own letter comes back: try harder.
            patience = patience * 2 if len(tiles) == 1 else TRIES_BEFORE_DUMP
            loose.update(tiles)
        # Anything else is from a later version of the host: skip it.


if __name__ == "__main__":
    main()
