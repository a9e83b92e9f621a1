"""The static equity of moves, as MAGPIE counts it, from the leave values of a KLV2 file: equity.py FILE < MOVES

Each line is a JSON object with `cgp`, a position with both racks on the usual board with the usual tiles, and `plays`,
each with `move`, `points`, `placements` and `equity`. Equity has thousandths of a point."""
import json
import struct
import sys
from collections import Counter
from itertools import combinations

LETTERS = "?ABCDEFGHIJKLMNOPQRSTUVWXYZ"
COUNTS = dict(zip(LETTERS, (2, 9, 2, 2, 4, 12, 2, 3, 2, 9, 1, 1, 4, 2, 6, 8, 2, 1, 6, 4, 6, 4, 2, 2, 1, 2, 1)))
POINTS = dict(zip(LETTERS, (0, 1, 3, 3, 2, 1, 4, 2, 4, 1, 8, 5, 1, 3, 1, 1, 3, 10, 1, 1, 1, 1, 4, 4, 8, 4, 10)))
# Columns C, G, I and M of row 8 have a double letter above and below. The same rows of column H.
BESIDE_DOUBLES = (-5, -1, 1, 5)


def leaves_in(path):
    """Every leave of the file, as letters in order, with its value in thousandths."""
    data = open(path, "rb").read()
    (size,) = struct.unpack_from("<I", data)
    nodes = struct.unpack_from(f"<{size}I", data, 4)
    (count,) = struct.unpack_from("<I", data, 4 + 4 * size)
    values = struct.unpack_from(f"<{count}f", data, 8 + 4 * size)
    found = []

    def walk(node, letters):
        while node:
            longer = letters + LETTERS[nodes[node] >> 24]
            if nodes[node] & 0x800000:
                found.append(longer)
            walk(nodes[node] & 0x3FFFFF, longer)
            if nodes[node] & 0x400000:
                return
            node += 1

    walk(nodes[0] & 0x3FFFFF, "")
    assert len(found) == count
    return {letters: int(abs(value) * 1000 + 0.5) * (1 if value >= 0 else -1) for letters, value in zip(found, values)}


def in_order(tiles):
    return "".join(sorted(tiles, key=LETTERS.index))


def worth(tiles):
    return 1000 * sum(POINTS[tile] for tile in tiles)


class Turn:
    def __init__(self, cgp, leaves):
        board, racks = cgp.split(" ")[:2]
        self.rack, self.other = racks.split("/")
        lying = ["?" if letter.islower() else letter for letter in board if letter.isalpha()]
        self.is_first = not lying
        unseen = Counter(COUNTS)
        unseen.subtract(lying + list(self.rack) + list(self.other))
        assert min(unseen.values()) >= 0, cgp
        self.bag = sum(unseen.values())
        self.leaves = leaves

    def kept(self, given):
        left = Counter(self.rack)
        left.subtract(given)
        assert min(left.values()) >= 0
        return in_order(left.elements())

    def equity(self, play):
        tokens = play["placements"].split()
        laid = [(int(x), int(y), tile) for x, y, tile in zip(tokens[::3], tokens[1::3], tokens[2::3])]
        tiles = ["?" if tile.startswith("0") else letter(tile) for _, _, tile in laid]
        kept = self.kept(tiles)
        equity = 1000 * play["points"]
        if self.bag > 0:
            equity += self.leaves.get(kept, 0)
        elif kept:
            equity -= 2 * worth(kept) + 10000
        else:
            equity += 2 * worth(self.other)
        if self.is_first:
            across = len({y for _, y, _ in laid}) == 1
            equity -= 700 * sum(
                letter(tile) in "AEIOU" and (x if across else y) in BESIDE_DOUBLES for x, y, tile in laid
            )
        return equity

    def best_change(self):
        """None if the bag does not allow one."""
        if self.bag < 7:
            return None
        kept = (some for size in range(len(self.rack)) for some in combinations(self.rack, size))
        return max(self.leaves.get(in_order(some), 0) for some in kept)


def letter(tile):
    return "".join(sign for sign in tile if sign.isalpha())


def main():
    leaves = leaves_in(sys.argv[1])
    wrong = positions = moves = changes = 0
    for line in sys.stdin:
        given = json.loads(line)
        turn = Turn(given["cgp"], leaves)
        positions += 1
        listed = [round(1000 * play["equity"]) for play in given["plays"]]
        for play, here in zip(given["plays"], listed):
            moves += 1
            is_change = play["move"].startswith("change ")
            changes += is_change
            there = turn.best_change() if is_change else turn.equity(play)
            if here != there:
                wrong += 1
                print(f"{given['cgp']}: {play['move']}: {here} here, {there} there")
        if listed != sorted(listed, reverse=True):
            wrong += 1
            print(f"{given['cgp']}: not in the order of equity")
        if turn.best_change() is not None and not any(p["move"].startswith("change ") for p in given["plays"]):
            wrong += 1
            print(f"{given['cgp']}: no change of tiles")
    print(f"{positions} positions, {moves} moves, {changes} changes: {wrong or 'none'} differs")


main()
