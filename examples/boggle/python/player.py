#!/usr/bin/env python3
"""A small Boggle player in Python, for both sets of rules.

    wordhost boggle "python3 player.py" "python3 player.py"
    wordhost boggle --rules turns "python3 player.py" "python3 player.py"

Python 3.10 or later; nothing to install.

How it plays: it makes a tree of the words, in which each letter leads to those that can follow it, and walks over the
board and down the tree at once, from each cell on. So it finds every word before it says that it is ready. By the
classic rules it guesses all of them, by the others the longest that nobody has found yet in each turn.

What to change first: nothing, by the classic rules, for there are no more words; it would only be quicker,
where the time is short and the board large.
"""

import re
import sys

LETTERS_FOR_POINTS = 3  # shorter words bring nothing

rules = "classic"
dictionary = ""
width = 0
board = []  # what stands on each cell, row by row: one letter, or several as in QU
words = []  # all that are on the board, the longest first
settled = set()  # words that it is no use to guess

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


def neighbours(cell):
    y, x = divmod(cell, width)
    around = [(x + i, y + j) for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j]
    return [j * width + i for i, j in around if 0 <= i < width and 0 <= j < len(board) // width]


def find_words():
    beside = [neighbours(cell) for cell in range(len(board))]
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
    """Longer words bring more points, or the same."""
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
            # The tag says which turn we answer: should it come too late, it is dropped and does no harm.
            say(f"@{tokens[1]} {move()}")
        case "scored" | "missed":
            settled.add(tokens[1])  # whoever it was
        case "gameover":
            return False
        # All else needs nothing from us: names, passed, timeout, forfeited, found. Lines that are new to us are
        # skipped, too.
    return True


def main():
    for line in sys.stdin:
        if not hear(line.rstrip("\r\n")):
            return


if __name__ == "__main__":
    main()
