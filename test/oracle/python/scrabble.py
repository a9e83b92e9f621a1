"""Scrabble, from docs/reference/scrabble-wire.md, board-language.md, tile-sets.md and events.md."""
import json
import re
from collections import Counter

from board_language import Parser, wrap
from lines import LineGame
from move_judge import MoveJudge
from record import need
from told_tiles import ToldTiles

COUNTS = "?2 A9 B2 C2 D4 E12 F2 G3 H2 I9 J1 K1 L4 M2 N6 O8 P2 Q1 R6 S4 T6 U4 V2 W2 X1 Y2 Z1"
CHANGES = {"course": {"D": 8}, "simple": {"?": 0, "A": 10, "O": 9}, "english": {}}


def usual_counts(name):
    name, _, times = name.partition(":")
    counts = {pair[0]: int(pair[1:]) for pair in COUNTS.split()} | CHANGES[name]
    return {(0 if letter == "?" else ord(letter) - 64): count * int(times or 1) for letter, count in counts.items()}


def is_number(word):
    return re.fullmatch(r"-?[0-9]{1,10}", word) and -(2**31) <= int(word) < 2**31


def counts_text(hand):
    return " ".join(f"{id}x{hand[id]}" for id in sorted(hand) if hand[id] > 0)


class Scrabble(ToldTiles, MoveJudge, LineGame):
    def __init__(self, events, words):
        super().__init__(events, words)
        self.rules = self.options["rules"]
        self.hand_size = int(self.options["handsize"])
        self.lies, self.kinds, self.zero, self.pointless, self.last_pointless = {}, {}, 0, False, False
        self.never_greeted = 0
        for player in self.players.values():
            player.hand = Counter()

    def has_turns(self):
        return True

    def moves(self):
        return ("play", "change", "pass", "forfeit")

    def well_formed(self, words):
        if words[0] == "play":
            placements = list(zip(words[1::3], words[2::3], words[3::3]))
            return len(words) % 3 == 1 and all(
                is_number(x) and is_number(y) and re.fullmatch(r"-?\d{1,10}\D-?\d{1,10}", what) and self.fits(what)
                for x, y, what in placements
            )
        return all(map(is_number, words[1:])) if words[0] == "change" else len(words) == 1

    def fits(self, what):
        return all(is_number(part) for part in re.split(r"(?<=\d)\D(?=[-\d])", what, maxsplit=1))

    # The set-up.

    def greeted(self, event):
        super().greeted(event)
        lines = self.set_up[event["seat"]]
        self.tiles = {int(line[1]): line[2].split(",") for line in lines if line[0] == "tile"}
        self.letters = frozenset(face[0] for faces in self.tiles.values() for face in faces)
        fields = {line[0]: line[1:] for line in lines}
        self.center = tuple(map(int, fields["center"]))
        self.used, self.starts = int(fields["used"][0]), int(fields["first"][0])
        self.board = Parser(" ".join(fields["board"])).tree
        self.squares = {}
        for line in lines:
            if line[0] == "square":
                programs = self.squares.setdefault(int(line[1]), [])
                if len(line) > 2:
                    programs.append((int(line[2]), Parser(" ".join(line[3:])).tree))
        self.infinite, self.layout = fields["infinite"] == ["1"], None
        if fields["layout"] != ["none"]:
            x, y, width, height = map(int, fields["layout"])
            rows = [line[1] for line in lines if line[0] == "row"]
            need(len(rows) == height and {len(row) for row in rows} == {width}, "the rows of the layout")
            self.layout = {(x + i, y + j): int(cell, 36) for j, row in enumerate(rows) for i, cell in enumerate(row) if cell != "#"}
        need(fields["handsize"] == [str(self.hand_size)], "the size of the hand")
        self.told_hands = getattr(self, "told_hands", {}) | {event["seat"]: " ".join(fields["hand"])}
        said = self.options["tiles"] or {"tournament": "english"}.get(self.rules, self.rules)
        if said.startswith("{"):
            self.bag = Counter({id: kind["count"] for id, kind in enumerate(json.loads(said)["tiles"])})
        else:
            self.bag = Counter(usual_counts(said))
        self.check_told(lines)

    def on_board(self, event, _player):
        need(event["rules"] == self.rules and event["handSize"] == self.hand_size, "the rules")
        need(tuple(event["center"]) == self.center, "the centre")
        if event["layout"] and self.layout is not None:
            size = [len(event["layout"]["rows"]), len(event["layout"]["rows"][0])]
            need(sum(size) > 1 and not self.infinite, "the layout")

    def position_lines(self):
        """Moves that players are told after `start`, where the game begins from a position."""
        event = next((event for event in self.events if event["type"] == "position"), None)
        need((event is None) == (self.options.get("position") is None), "whether it began from a position")
        told = [(move["seat"], move["points"], move["move"]) for move in event["moves"]] if event else []
        return [f"played {seat} {points} {move}".rstrip() if move or points else f"passed {seat}" for seat, points, move in told]

    def on_position(self, event, _player):
        rows, _racks, scores, scoreless = self.options["position"].split()[:4]
        squares = [re.sub(r"\d+", lambda free: "." * int(free[0]), row) for row in rows.split("/")]
        x, y = min(x for x, _ in self.layout), min(y for _, y in self.layout)
        said = {(x + i, y + j): letter for j, row in enumerate(squares) for i, letter in enumerate(row) if letter != "."}
        for move in event["moves"]:
            words = move["move"].split()
            need(len(words) <= 3 * self.hand_size, "no play has more tiles than a hand")
            for x, y, what in zip(words[::3], words[1::3], words[2::3]):
                id, letter, worth = re.fullmatch(r"(-?\d+)(\D)(-?\d+)", what).groups()
                blank = len({face[0] for face in self.tiles[int(id)]}) > 1
                need(said.pop((int(x), int(y))) == (letter.lower() if blank else letter), f"what lies at {x} {y}")
                self.lies[(int(x), int(y))] = (letter, int(worth))
                self.bag[int(id)] -= 1
            self.players[move["seat"]].score += move["points"]
        need(not said, "all of the position lies")
        order = [(self.starts - 1 + turn) % len(self.players) + 1 for turn in range(len(self.players))]
        need([self.players[seat].score for seat in order] == list(map(int, scores.split("/")))[: len(order)], "the scores")
        self.zero, self.pointless = int(scoreless), int(scoreless) > 0

    def on_deal(self, event, player):
        need(event["tiles"] == self.told_hands[player.seat], "it was told another hand")
        # Of a position the racks that are known come first, whoever has them.
        wanted = sum(int(word.split("x")[1]) for word in event["tiles"].split()) if self.options.get("position") else self.hand_size
        need(wanted <= self.hand_size, "the size of the hand")
        self.draw(player, event["tiles"], wanted)
        need(event["rack"] == self.rack(player), f"its rack is {self.rack(player)}")

    def rack(self, player):
        shown = lambda id: "?" if len({face[0] for face in self.tiles[id]}) > 1 else self.tiles[id][0][0]
        return "".join(shown(id) * player.hand[id] for id in sorted(player.hand))

    def draw(self, player, text, wanted):
        drew = Counter({int(id): int(count) for id, count in (word.split("x") for word in text.split())})
        need(text == counts_text(drew), "counts are by id")
        need(drew.total() == min(wanted, self.left()) and not drew - self.bag, f"it drew {text}")
        self.bag -= drew
        player.hand = player.hand + drew
        return drew

    def tell_start(self, failed):
        for seat in self.started:
            self.tell(seat, "start", *self.position_lines(), *failed)
        for player in self.players.values():
            if player.seat not in self.started:
                self.without(self.told_hands.get(player.seat))

    def without(self, told):
        """The tiles of one that was not ready have left the game."""
        if told is None:
            self.never_greeted += 1
        else:
            self.bag -= Counter({int(id): int(count) for id, count in (word.split("x") for word in told.split())})

    def first(self):
        need(int(self.options.get("first") or self.starts) == self.starts, "players were told that another begins")
        return self.starts

    def turn_words(self, event):
        return [str(event["k"])]

    # Moves.

    def on_play(self, event, player):
        said = self.answer(event, player, "play")
        text = " ".join(said)
        need(event["move"] == text, f"it sent {text}")
        move = []
        for x, y, what in zip(said[::3], said[1::3], said[2::3]):
            id, letter, points = re.fullmatch(r"(-?\d+)(\D)(-?\d+)", what).groups()
            move.append((int(x), int(y), int(id), letter, int(points)))
        errors, words, points = self.judge(player, move)
        need(event.get("errors", []) == errors, f"the errors were {errors}")
        seat = player.seat
        if errors:
            return self.failed(event, player, errors, f"playfailed {seat} {text}".rstrip())
        for x, y, id, letter, worth in move:
            self.lies[(x, y)] = (letter, worth)
            player.hand[id] -= 1
        player.hand = +player.hand
        player.score = wrap(player.score + points)
        player.counts["moves"] += 1
        need([event["points"], event["words"], event["score"]] == [points, words, player.score], f"{points} for {words}")
        self.draw(player, event["drew"], len(move))
        need(event["rack"] == self.rack(player), f"its rack is {self.rack(player)}")
        self.tell(seat, f"playsuccess {points} {text} new {event['drew']}".rstrip())
        self.tell_others(seat, f"played {seat} {points} {text}")
        self.settled(player, points, True)

    def tell_others(self, seat, line):
        for other in self.playing():
            if other.seat != seat:
                self.tell(other.seat, line)

    def failed(self, event, player, errors, told):
        player.counts["errors"] += 1
        self.tell(player.seat, *[f"error {error}" for error in errors], "failed")
        name, _, most = self.options["illegal"].partition("=")
        if self.retried(event, player, int(most or 0)):
            return
        self.tell_others(player.seat, told)
        if self.options["illegal"] == "forfeit":
            self.illegal[player.seat] = [errors[0].split()[0]]
        else:
            self.settled(player, 0, False)

    def on_change(self, event, player):
        ids = [int(word) for word in self.answer(event, player, "change")]
        need(event["ids"] == ids, f"it sent {ids}")
        errors = [error for error in self.tile_errors(player, ids) if error] if ids else ["emptymove"]
        left = self.left()
        least = {"tournament": self.hand_size, "course": len(ids), "simple": 10**9}[self.rules]
        if not errors and left < least:
            errors = [f"notenoughpieces {len(ids)} {left}"]
        need(event.get("errors", []) == errors, f"the errors were {errors}")
        if errors:
            return self.failed(event, player, errors, f"passed {player.seat}")
        player.hand -= Counter(ids)
        drew = self.draw(player, event["drew"], len(ids))
        self.bag += Counter(ids)
        player.counts["moves"] += 1
        need(event["rack"] == self.rack(player), f"its rack is {self.rack(player)}")
        self.tell(player.seat, f"changesuccess {counts_text(drew)}")
        self.tell_others(player.seat, f"changed {player.seat} {len(ids)}")
        self.settled(player, 0, False)

    # The end.

    def ends(self, player, points, stood):
        left = self.playing()
        if player:
            self.zero = 0 if (points if self.rules == "tournament" else stood) else self.zero + 1
            self.last_pointless, self.pointless = self.pointless, not points
            if not self.left() and any(not +each.hand for each in left):
                return ("played-out", None)
            if self.rules == "simple" and self.last_pointless:
                return ("scoreless", None)
        if self.rules != "simple" and self.zero >= 3 * len(left):
            return ("scoreless" if self.rules == "tournament" else "passed-out", None)
        most = self.options["max-turns"]
        return ("max-turns", None) if most and self.turns >= int(most) and player else None

    def worth(self, hand, once=False):
        most = lambda id: max(int(face[1:]) for face in self.tiles[id])
        return sum(most(id) * (1 if once else count) for id, count in (+hand).items())

    def final_scores(self):
        scores = {seat: self.players[seat].score for seat in self.started}
        if self.over[0] not in ("played-out", "scoreless", "passed-out") or self.rules == "simple":
            return scores
        left = self.playing()
        first = next((player for player in left if not +player.hand), None)
        if first and self.over[0] == "played-out" and self.options.get("leftover") == "twice":
            scores[first.seat] = wrap(scores[first.seat] + 2 * sum(self.worth(player.hand) for player in left))
            return scores
        for player in left:
            scores[player.seat] -= self.worth(player.hand, once=self.rules == "course")
        if first and self.rules == "tournament" and self.over[0] == "played-out":
            scores[first.seat] += sum(self.worth(player.hand) for player in left)
        return {seat: wrap(score) for seat, score in scores.items()}
