"""A second judge: reads records and finds out whether each decision in them is right, from the pages in docs alone.

    judge.py [--words LIST]… RECORD…
"""
import gzip
import hashlib
import json
import sys

from bananagrams import Bananagrams
from boggle import Boggle
from record import Wrong
from scrabble import Scrabble

GAMES = {"bananagrams": Bananagrams, "scrabble": Scrabble, "boggle": Boggle}


def text_of(path):
    with (gzip.open if path.endswith(".gz") else open)(path, "rb") as file:
        return file.read().decode()


def read_record(text):
    lines = text.split("\n")
    if lines[-1]:
        lines.pop()
    return [json.loads(line) for line in lines if line]


def canonical(text):
    """As players read a list: in capitals, sorted by byte, none twice; and its hash."""
    words = sorted({line.strip().upper() for line in text.split("\n") if line.strip() and not line.startswith("#")})
    whole = "".join(word + "\n" for word in words).encode()
    return hashlib.sha256(whole).hexdigest(), frozenset(words)


def main(arguments):
    lists, records = {}, []
    while arguments:
        name = arguments.pop(0)
        if name == "--words":
            sha256, words = canonical(text_of(arguments.pop(0)))
            lists[sha256] = words
        else:
            records.append(name)
    decisions = wrong = 0
    for path in records:
        events = read_record(text_of(path))
        head = events[0]
        try:
            words = lists.get(head["dictionary"].get("sha256"))
            if words is None and head["dictionary"]["name"] != "none":
                raise Wrong("its word list was not given")
            decisions += GAMES[head["game"]](events, words).run()
        except Wrong as problem:
            wrong += 1
            print(f"{path}: {problem}")
    print(f"{len(records)} records, {decisions} decisions: {f'{wrong} records are wrong' if wrong else 'all right'}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
