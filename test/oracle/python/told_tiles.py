"""What players of Scrabble are told of squares and tiles since edition 3, from docs/reference/scrabble-wire.md."""
from board_language import Failed, Run, wrap
from record import need

MORE = ("premium", "count", "boardname", "tilesname", "leftover")
BOARDS = ("official", "standard", "hole", "infinite", "infinite-hole", "plain")
TILES = ("english", "course", "simple")
OF_RULES = {"tournament": ("official", "english"), "course": ("standard", "course"), "simple": ("plain", "simple")}
SIMPLE = {"skip", "declare", "set", "value", "name", "+", "-", "*", "negative", "pointValue"}

# Points so far, and the letters of a word: no two programs of sums and products agree on all of these by chance.
TRIALS = [(0, (1, 3)), (1, (0, 7)), (1009, (31, 5)), (-77, (10, -4)), (123457, (999, 2)), (5, (8, 12))]


def is_simple(tree):
    if isinstance(tree, (list, tuple)) and tree and isinstance(tree[0], str):
        return tree[0] in SIMPLE and all(map(is_simple, tree[2 if tree[0] in ("set", "name") else 1 :]))
    return all(map(is_simple, tree)) if isinstance(tree, list) else True


def premium_of(tree):
    """`("letter", 2)` for a program that adds twice the letter's points, `("word", 3)` for one that triples; or none."""
    if not is_simple(tree):
        return None
    try:
        found = {
            (acc, letters, at): Run(tree, {"_pos_": at, "_acc_": acc}, [("A", points) for points in letters]).result
            for acc, letters in TRIALS
            for at in range(len(letters))
        }
    except Failed:
        return None
    times = found[(1, (0, 7), 0)]
    if all(result == wrap(acc * times) for (acc, _, _), result in found.items()):
        return "word", times
    times = found[(0, (1, 3), 0)]
    if all(result == wrap(acc + times * letters[at]) for (acc, letters, at), result in found.items()):
        return "letter", times
    return None


class ToldTiles:
    def tells_of_tiles(self):
        return self.head.get("edition", 1) >= 3

    def check_told(self, lines):
        plain = [line for line in lines if line[0] not in MORE]
        expected = []
        for line, following in zip(plain, [*plain[1:], [""]]):
            if line[0] == "hand" and self.tells_of_tiles():
                expected += [["count", str(id), str(self.bag[id])] for id in sorted(self.tiles)] + self.names_told()
            if line[0] == "hand":
                expected += [["leftover", "twice"]] * (self.options.get("leftover") == "twice")
            expected.append(line)
            if line[0] == "square" and following[:2] != line[:2] and self.tells_of_tiles():
                expected += self.premiums_of(int(line[1]))
        need(expected == lines, "what it was told of squares and tiles")

    def premiums_of(self, id):
        found = {(kind, priority): premium_of(tree) for kind, programs in self.squares.items() for priority, tree in programs}
        letters = [priority for (_, priority), premium in found.items() if premium and premium[0] == "letter"]
        return [
            ["premium", str(id), premium[0], str(premium[1])]
            for (kind, priority), premium in found.items()
            if kind == id and premium and (premium[0] == "letter" or all(priority > each for each in letters))
        ]

    def names_told(self):
        board, tiles = OF_RULES[self.rules]
        board, tiles = self.options["board"] or board, (self.options["tiles"] or tiles).removesuffix(":1")
        return [["boardname", board]] * (board in BOARDS) + [["tilesname", tiles]] * (tiles in TILES)

    def before_turn(self, player):
        if self.tells_of_tiles():
            self.tell(player.seat, f"bag {self.left()}")

    def left(self):
        """What the bag holds: a player that was never greeted was dealt tiles that no record shows."""
        return self.bag.total() - self.hand_size * self.never_greeted
