#!/usr/bin/env python3
"""A small Scrabble player in Python. It reads the board's programs itself, so that it plays on any board.

    wordhost scrabble --board infinite-hole "python3 player.py" "python3 player.py"

Python 3.10 or later; nothing to install.

How it plays: it starts at each square from which a word can reach a free square next to a tile, and lays tile after
tile as long as the word list has words that start with these letters. For a short time it looks at such plays in
random order, and makes the play with the most points. If it finds none, it passes.

What to change first: start at the square next to the tile instead of every square from which it can be reached; keep
good tiles for later; change tiles; consider what a play makes possible for the next player.
"""

import os
import random
import re
import sys
import time
from bisect import bisect_left
from collections import Counter

ACROSS, DOWN = (1, 0), (0, 1)
FARTHEST = 1_000_000_000  # beyond it there is no square
THINKING_TIME = 0.3  # seconds, or a quarter of the turn if that is less
TURNS_TO_COME = 30  # the number of turns for which the time of the whole game must suffice, if there is such a limit

# --- The language of boards: programs become nested tuples, and are run from there --------------------------

TOKEN = re.compile(r"'.'|[A-Za-z_][A-Za-z0-9_]*|[0-9]+|:=|<>|<=|>=|/\\|\\/|[-+*/%=<>~(){};]")
LOOSEST_FIRST = (("\\/",), ("/\\",), ("=", "<>", "<", "<=", ">", ">="), ("+", "-"), ("*", "/", "%"))


class Parser:
    """The host sends only valid programs, so nothing is checked here."""

    def __init__(self, program):
        self.tokens = TOKEN.findall(program) + [""]
        self.at = 0

    def next(self):
        return self.tokens[self.at]

    def take(self):
        self.at += 1
        return self.tokens[self.at - 1]

    def block(self):
        statements = []
        while self.next() not in ("}", ""):
            statements.append(self.statement())
            if self.next() == ";":
                self.take()
        return statements

    def braces(self):
        self.take()  # {
        block = self.block()
        self.take()  # }
        return block

    def statement(self):
        word = self.take()
        if word == "skip":
            return ("if", True, [], [])
        if word == "declare":
            return ("declare", self.take())
        if word == "while":
            condition = self.expression()
            self.take()  # do
            return ("while", condition, self.braces())
        if word == "if":
            condition = self.expression()
            self.take()  # then
            yes = self.braces()
            if self.next() != "else":
                return ("if", condition, yes, [])
            self.take()
            return ("if", condition, yes, self.braces())
        self.take()  # :=
        return ("assign", word, self.expression())

    def expression(self, level=0):
        if level == len(LOOSEST_FIRST):
            return self.value()
        left = self.expression(level + 1)
        while self.next() in LOOSEST_FIRST[level]:
            left = (self.take(), left, self.expression(level + 1))
        return left

    def value(self):
        token = self.take()
        if token == "(":
            inner = self.expression()
            self.take()  # )
            return inner
        if token == "-":
            return ("-", 0, self.value())
        if token == "~":
            return ("not", self.value())
        if token.isdigit():
            return int(token)
        if token[0] == "'":
            return ("character", token[1])
        return ("call", token, self.value()) if self.next() == "(" else ("name", token)


def wrap(number):
    """Numbers have 32 bits."""
    return (number + 2**31) % 2**32 - 2**31


def divide(a, b):
    """Toward zero, as Python's own does not."""
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


OPERATORS = {
    "+": lambda a, b: wrap(a + b),
    "-": lambda a, b: wrap(a - b),
    "*": lambda a, b: wrap(a * b),
    "/": lambda a, b: wrap(divide(a, b)),
    "%": lambda a, b: a - b * divide(a, b),
    "=": lambda a, b: a == b,
    "<>": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}
CALLS = {
    "charToInt": ord,
    "intToChar": chr,
    "toUpper": lambda c: c.upper() if len(c.upper()) == 1 else c,
    "toLower": lambda c: c.lower() if len(c.lower()) == 1 else c,
    "isDigit": str.isdecimal,
    "isLetter": str.isalpha,
    "isVowel": lambda c: c in "AEIOUaeiou",
    "isConsonant": lambda c: c.isalpha() and c not in "AEIOUaeiou",
}
FAILURES = (LookupError, ArithmeticError, ValueError)


class Run:
    """One run of a program over a word: (letter, points) pairs."""

    def __init__(self, word, **variables):
        self.word = word
        self.scopes = [{"_result_": 0, **variables}]  # the innermost is the last
        self.steps = 0

    def block(self, statements):
        for statement in statements:
            self.do(statement)

    def inner_block(self, statements):
        self.scopes.append({})
        self.block(statements)
        self.scopes.pop()

    def scope_of(self, name):
        return next(scope for scope in self.scopes[::-1] + [{name: 0}] if name in scope)

    def do(self, statement):
        match statement:
            case ("declare", name):
                self.scopes[-1][name] = 0
            case ("assign", name, value):
                self.scope_of(name)[name] = self.value(value)
            case ("if", condition, yes, no):
                self.inner_block(yes if self.value(condition) else no)
            case ("while", condition, body):
                while self.value(condition):
                    self.inner_block(body)

    def value(self, tree):
        self.steps += 1
        if self.steps > 100_000:
            raise ValueError("the host gives up here, too")
        match tree:
            case int():
                return tree
            case ("name", "true" | "false" as truth):
                return truth == "true"
            case ("name", "wordLength"):
                return len(self.word)
            case ("name", name):
                return self.scope_of(name)[name]
            case ("character", character):
                return character
            case ("not", truth):
                return not self.value(truth)
            case ("/\\", left, right):
                return self.value(left) and self.value(right)
            case ("\\/", left, right):
                return self.value(left) or self.value(right)
            case ("call", "charValue" | "pointValue" as which, place):
                letter, points = self.word[self.place(place)]
                return letter if which == "charValue" else points
            case ("call", name, argument):
                return CALLS[name](self.value(argument))
            case (operator, left, right):
                return OPERATORS[operator](self.value(left), self.value(right))

    def place(self, tree):
        place = self.value(tree)
        if place < 0:
            raise IndexError  # to Python it would count from the end
        return place


def result(program, word, **variables):
    run = Run(word, **variables)
    run.block(program)
    return run.scopes[0]["_result_"]


# --- What we know of the game --------------------------------------------------------------------------------

rules = "tournament"
hand_size = 7
me = ""  # our number
time_left = None  # seconds for the whole game; below 0 in overtime
center = (0, 0)
board_program = []
functions = {}  # number of a kind of square -> [(priority, program)]
used_square = 0
corner, size = None, None  # of a board that has an end
faces = {}  # number of a tile -> [(letter, points)]: all that it can stand for
hand = Counter()  # number of a tile -> how many we hold
words, word_set = [], set()  # sorted; empty if all words are valid
grid = {}  # (x, y) -> (letter, points)
kinds = {}  # (x, y) -> kind of square, or None: what the program has said so far


def kind_of(cell):
    if cell not in kinds:
        kinds[cell] = kind_by_program(*cell)
    return kinds[cell]


def kind_by_program(x, y):
    if max(abs(x), abs(y)) > FARTHEST:
        return None
    if size and not (0 <= x - corner[0] < size[0] and 0 <= y - corner[1] < size[1]):
        return None
    try:
        kind = result(board_program, [], _x_=x, _y_=y)
    except FAILURES:
        return None  # if it fails, there is no square
    return kind if kind in functions else None


# --- Scores --------------------------------------------------------------------------------------------------


def step(cell, direction, count=1):
    return (cell[0] + direction[0] * count, cell[1] + direction[1] * count)


def run_through(cell, direction, laid):
    """The cells in a line with this one, if these tiles were laid."""
    while (before := step(cell, direction, -1)) in grid or before in laid:
        cell = before
    cells = []
    while cell in grid or cell in laid:
        cells.append(cell)
        cell = step(cell, direction)
    return cells


def score_of_word(cells, laid):
    word = [grid[cell] if cell in grid else laid[cell][1:] for cell in cells]
    kinds_below = [used_square if cell in grid else kind_of(cell) for cell in cells]
    programs = [
        (priority, place, program)
        for place, kind in enumerate(kinds_below)
        for priority, program in functions.get(kind, [])
    ]
    points = 0
    for _, place, program in sorted(programs, key=lambda entry: entry[:2]):
        try:
            points = result(program, word, _pos_=place, _acc_=points)
        except FAILURES:
            return 0
    return points


def score(laid, direction):
    cells = run_through(next(iter(laid)), direction, laid)
    if rules == "simple":
        return len(cells)
    crossing = DOWN if direction == ACROSS else ACROSS
    runs = [cells] + [run_through(cell, crossing, laid) for cell in laid]
    bonus = 50 if len(laid) == hand_size else 0
    return bonus + sum(score_of_word(run, laid) for run in runs if len(run) > 1)


# --- Plays ---------------------------------------------------------------------------------------------------


def begins_a_word(text):
    at = bisect_left(words, text)
    return not words or at < len(words) and words[at].startswith(text)


def is_word(text):
    return not words or text in word_set


def anchors():
    """The free squares that a play must cover one of."""
    if not grid:
        return {center} if kind_of(center) is not None else set()
    beside = {step(cell, direction, count) for cell in grid for direction in (ACROSS, DOWN) for count in (1, -1)}
    return {cell for cell in beside if cell not in grid and kind_of(cell) is not None}


def starts(anchor, direction):
    """Where a word that covers the anchor may begin."""
    cell, tiles = anchor, 0
    while tiles < hand.total():
        before = step(cell, direction, -1)
        if before not in grid:
            yield cell
            tiles += 1
            if kind_of(before) is None:
                return
        cell = before


def crosses_well(cell, letter, direction):
    crossing = DOWN if direction == ACROSS else ACROSS
    cells = run_through(cell, crossing, {cell: None})
    return len(cells) == 1 or is_word("".join(letter if at == cell else grid[at][0] for at in cells))


def plays_from(cell, direction, targets, until, text="", laid={}):
    """All plays that go on like this. A play is cell -> (tile, letter, points)."""
    if cell in grid:
        if begins_a_word(longer := text + grid[cell][0]):
            yield from plays_from(step(cell, direction), direction, targets, until, longer, laid)
        return
    if len(text) > 1 and is_word(text) and not targets.isdisjoint(laid):
        yield laid
    if kind_of(cell) is None or time.monotonic() > until:
        return
    for tile in +hand:
        for letter, points in faces[tile]:
            if begins_a_word(text + letter) and crosses_well(cell, letter, direction):
                hand[tile] -= 1
                more = {**laid, cell: (tile, letter, points)}
                yield from plays_from(step(cell, direction), direction, targets, until, text + letter, more)
                hand[tile] += 1


def best_play(until):
    best, most = None, -(2**31)
    targets = anchors()
    begin = {(at, line) for anchor in targets for line in (ACROSS, DOWN) for at in starts(anchor, line)}
    for cell, direction in random.sample(sorted(begin), len(begin)):
        for laid in plays_from(cell, direction, targets, until):
            if (points := score(laid, direction)) > most:
                best, most = laid, points
        if time.monotonic() > until:
            break
    return best


def move(milliseconds):
    seconds = THINKING_TIME
    if milliseconds != "none":
        seconds = min(seconds, int(milliseconds) / 4000)
    if time_left is not None:
        seconds = min(seconds, max(0.02, time_left / TURNS_TO_COME))
    laid = best_play(time.monotonic() + seconds)
    if not laid:
        return "pass"
    return "play " + " ".join(f"{x} {y} {tile}{letter}{points}" for (x, y), (tile, letter, points) in laid.items())


# --- Talking -------------------------------------------------------------------------------------------------


def say(line):
    print(line, flush=True)  # without the flush the host would not see it in time


def read_face(text):
    """D2 -> ("D", 2)"""
    return text[0], int(text[1:])


def read_words(path):
    global words, word_set
    with open(path, encoding="utf-8") as file:
        words = file.read().split("\n")[:-1]
    word_set = set(words)


def draw(counts):
    for count in counts:
        tile, number = count.split("x")
        hand[int(tile)] += int(number)


def lay(placements, mine):
    for x, y, tile in zip(*[iter(placements)] * 3):
        number, letter, points = re.fullmatch(r"(-?\d+)(\D)(-?\d+)", tile).groups()
        grid[int(x), int(y)] = (letter, int(points))
        if mine:
            hand[int(number)] -= 1


def hear(line):
    """One line of the host. False when the game is over."""
    global rules, hand_size, me, time_left, center, board_program, used_square, corner, size
    keyword, _, rest = line.partition(" ")
    tokens = rest.split()
    match keyword:
        case "rules":
            rules = rest
        case "player":
            me = rest
        case "bank":
            time_left = int(dict(zip(tokens[::2], tokens[1::2]))[me]) / 1000
        case "handsize":
            hand_size = int(rest)
        case "dictionary" if rest != "none":
            read_words(rest)
        case "center":
            center = (int(tokens[0]), int(tokens[1]))
        case "board":
            board_program = Parser(rest).block()
        case "square":
            kind, _, function = rest.partition(" ")
            functions.setdefault(int(kind), [])
            if function:
                priority, _, program = function.partition(" ")
                functions[int(kind)].append((int(priority), Parser(program).block()))
        case "used":
            used_square = int(rest)
        case "layout" if rest != "none":
            x, y, width, height = map(int, tokens)
            corner, size = (x, y), (width, height)
        case "tile":
            faces[int(tokens[0])] = [read_face(face) for face in tokens[1].split(",")]
        case "hand":
            draw(tokens)
        case "end":
            say("ready")
        case "turn":
            # The tag says which turn we answer: if it is too late, the host ignores it.
            say(f"@{tokens[1]} {move(tokens[0])}")
        case "played":
            lay(tokens[2:], mine=False)
        case "playsuccess":
            end = tokens.index("new")
            lay(tokens[1:end], mine=True)
            draw(tokens[end + 1 :])
        case "gameover":
            return False
        # No answer to other lines: start, passed, changed, playfailed, forfeited, timeout, failed, and
        # `error` lines, which say why a play of ours failed. Unknown lines are skipped, too.
    return True


def main():
    random.seed(os.environ.get("WORDHOST_PLAYER_SEED"))
    sys.setrecursionlimit(20_000)  # programs may nest
    for line in sys.stdin:
        if not hear(line.rstrip("\n")):
            return


if __name__ == "__main__":
    main()
