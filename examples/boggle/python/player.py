#!/usr/bin/env python3
"""A small Boggle player in Python, for both sets of rules.

    wordhost boggle "python3 player.py" "python3 player.py"
    wordhost boggle --rules turns "python3 player.py" "python3 player.py"

Python 3.10 or later; nothing to install.

How it plays: it builds a tree of the words (a trie), and walks over the board and down the tree at the same time,
from each cell. It finds every word before it is ready. With the classic rules it guesses all of them; with turns, the
longest word that nobody has found yet.

What to change first: with the classic rules it already finds all words; a faster search helps if the time is short or
the board is large.
"""

import re
import sys

LETTERS_FOR_POINTS = 3  # shorter words score nothing

rules = "classic"
dictionary = ""
width = 0
board = []  # the letters of each cell, row by row: one, or several as in QU
words = []  # all words on the board, the longest first
settled = set()  # words that score nothing any more

# --- Finding the words -----------------------------------------------------------------------------------------


def read_words():
    """The words that these letters can spell, as a tree: a dictionary for what follows, and "" where a word ends."""
    letters = "".join(set("".join(board)))
    tree = {}
    with open(dictionary, encoding="utf-8") as file:
        text = file.read()
    for word in re.findall(rf"^[{letters}]{{{LETTERS_FOR_POINTS},}}$", text, re.MULTILINE):
        branch = tree
        for letter in word:
            branch = branch.setdefault(letter, {})
        branch[""] = word
    return tree


def neighbors(cell):
    y, x = divmod(cell, width)
    around = [(x + i, y + j) for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j]
    return [j * width + i for i, j in around if 0 <= i < width and 0 <= j < len(board) // width]


def find_words():
    beside = [neighbors(cell) for cell in range(len(board))]
    used = set()
    found = set()

    def walk(cell, branch):
        for letter in board[cell]:
            branch = branch.get(letter)
            if branch is None:
                return
        if "" in branch:
            found.add(branch[""])
        used.add(cell)
        for after in beside[cell]:
            if after not in used:
                walk(after, branch)
        used.remove(cell)

    tree = read_words()
    for cell in range(len(board)):
        walk(cell, tree)
    return sorted(found, key=lambda word: (-len(word), word))


# --- Talking ---------------------------------------------------------------------------------------------------


def say(line):
    print(line, flush=True)  # without the flush the host would not see it in time


def move():
    """A longer word scores at least as many points."""
    best = next((word for word in words if word not in settled), None)
    return f"guess {best}" if best else "pass"


def hear(line):
    """One line of the host. False when the game is over."""
    global rules, dictionary, width, words
    keyword, _, rest = line.partition(" ")
    tokens = rest.split()
    match keyword:
        case "rules":
            rules = rest
        case "dictionary":
            dictionary = rest
        case "board":
            width = int(tokens[0])
        case "row":
            board.extend(tokens)
        case "end":
            words = find_words()
            say("ready")
        case "start" if rules == "classic":
            for word in words:
                say(f"guess {word}")
            say("done")
        case "turn":
            # The tag says which turn we answer: if it is too late, the host ignores it.
            say(f"@{tokens[1]} {move()}")
        case "scored" | "missed":
            settled.add(tokens[1])  # by any player
        case "gameover":
            return False
        # No answer to other lines: names, passed, timeout, forfeited, found. Unknown lines are
        # skipped, too.
    return True


def main():
    for line in sys.stdin:
        if not hear(line.rstrip("\r\n")):
            return


if __name__ == "__main__":
    main()
