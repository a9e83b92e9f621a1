"""Bananagrams, from docs/reference/bananagrams-wire.md and events.md."""
from collections import Counter

from grid import connected, runs, trimmed
from record import BYTES, Judge, Wrong, need, number_of


class Fault(Exception):
    def __init__(self, kind, rule):
        super().__init__(rule)
        self.what = [kind, rule]


class Bananagrams(Judge):
    def __init__(self, events, words):
        super().__init__(events, words)
        pairs = [line.split() for line in self.options["bunch"].split("\n") if line]
        self.bunch = Counter({letter: int(count) for letter, count in pairs})
        self.next, self.issued, self.hand_size, self.window = 1, 0, None, None
        for player in self.players.values():
            player.hand, player.counts, player.grid = Counter(), Counter(), None
            player.settled, player.dumped, player.sent = Counter(), Counter(), []

    def pieces(self, text):
        need(text.endswith("."), "a message without its end")
        return [piece + "." for piece in text[:-1].split(".")]

    # Messages.

    def parse(self, player, at):
        """The message that begins there and where it ends, or None if it has not all come; or its fault."""
        data = player.data
        if at >= len(data):
            return None
        first = chr(data[at])
        if not player.dialect:
            if first not in "rn":
                raise Fault("protocol", "byte")
            return ("ready", {"r": "plain", "n": "numbered"}[first]), at + 1
        if first in "rn":
            raise Fault("protocol", "order")
        if first not in "pd":
            raise Fault("protocol", "byte")
        if not self.begun:
            raise Fault("protocol", "order")
        if first == "d":
            if at + 1 >= len(data):
                return None
            if not 65 <= data[at + 1] <= 90:
                raise Fault("protocol", "byte")
            return ("dump", chr(data[at + 1])), at + 2
        digits = 9 if player.dialect == "numbered" else 6
        head = data[at + 1 : at + 1 + digits]
        if any(not 48 <= byte <= 57 for byte in head):
            raise Fault("protocol", "byte")
        if len(head) < digits:
            return None
        width, height = int(head[-6:-3]), int(head[-3:])
        if not width or not height:
            raise Fault("protocol", "form")
        if 1 + digits + width * height > number_of(self.options.get("max-message", "998011B"), BYTES):
            raise Fault("flood", "message")
        end = at + 1 + digits + width * height
        grid = data[at + 1 + digits : end]
        if any(byte != 46 and not 65 <= byte <= 90 for byte in grid):
            raise Fault("protocol", "byte")
        number = int(head[:3]) if digits == 9 else None
        return None if len(data) < end else (("peel", number, (head[-6:] + grid).decode()), end)

    def skipped(self, player):
        if self.options["lenient"] == "true":
            while player.at < len(player.data) and chr(player.data[player.at]) in " \t\r\n":
                player.at += 1

    def message(self, event, player):
        self.skipped(player)
        start = player.at
        self.here(event, player)
        try:
            found = self.parse(player, start)
        except Fault as fault:
            raise Wrong(f"its message was an offence: {fault.what}") from None
        need(found and found[1] == event["bytes"][1], f"the message was {found}")
        return found[0]

    def faults(self, event, player):
        start = event["bytes"][0]
        self.skipped(player)
        try:
            found = self.parse(player, start)
        except Fault as fault:
            return [fault.what]
        if not found:
            return []
        what, *said = found[0]
        if what == "dump":
            return [["illegal", "tiles"]] if not player.hand[said[0]] else []
        verdict = self.verdict(player, *said)
        if verdict == "late" and self.window == said[0] and self.nanos("photo-finish"):
            return [["illegal", rule] for rule in ("tiles", "connected", "word")]
        if verdict == "late" and self.too_late(event, player):
            return [["flood", "late"]]
        return [verdict] if isinstance(verdict, list) else []

    # Judging.

    def verdict(self, player, number, grid):
        if number is not None and number != self.next:
            age = (self.next - number) % 1000
            return "late" if 1 <= age <= min(500, self.issued) else ["protocol", "number"]
        letters = Counter(grid[6:].replace(".", ""))
        if letters != player.hand:
            held = player.settled.copy()
            held.subtract(player.dumped)
            for message in player.sent if number is None else []:
                if +held == letters and min(held.values()) >= 0:
                    return "late"
                held.update(message)
            return ["illegal", "tiles"]
        width = int(grid[:3])
        cells = {at: letter for at, letter in enumerate(grid[6:]) if letter != "."}
        if not connected(cells, width):
            return ["illegal", "connected"]
        return "legal" if all(word in self.words for word in runs(cells, width)) else ["illegal", "word"]

    def on_ready(self, event, player):
        what, dialect = self.message(event, player)
        need(what == "ready" and dialect == event["dialect"], f"it said {what} {dialect}")
        player.ready, player.dialect = True, dialect
        if not self.waiting():
            self.last_player()

    def draw(self, letters):
        need(not Counter(letters) - self.bunch, f"the bunch has no {letters}")
        self.bunch -= Counter(letters)

    def on_deal(self, event, player):
        need(not self.waiting() and player.ready and not player.status and not player.hand, "it was not to be dealt")
        tiles = event["tiles"]
        need(list(tiles) == sorted(tiles), "the hand is not in order")
        self.hand_size = self.hand_size or len(tiles)
        size = {0: self.hand_size} if self.options["hand"] else {21: 4, 15: 6, 11: 10**6}
        need(len(tiles) == self.hand_size and (len(tiles) in size or self.options["hand"] == str(len(tiles))), "its size")
        self.draw(tiles)
        player.hand = player.settled = Counter(tiles)
        self.begun = True
        if all(each.hand for each in self.playing()):
            self.gate({each.seat: "".join(sorted(each.hand.elements())) + "." for each in self.playing()})

    def on_peel(self, event, player):
        if not self.begun:
            need(False, "nothing was dealt")
        what, number, grid = self.message(event, player)
        need(self.verdict(player, number, grid) == "legal", f"it was {self.verdict(player, number, grid)}")
        text = "%03d" % self.next
        need(event["number"] == text and event["grid"] == trimmed(grid), "its number and its grid")
        living, drew = self.playing(), event["drew"]
        goes_on = sum(self.bunch.values()) >= len(living)
        need(sorted(drew) == sorted(str(each.seat) for each in living) if goes_on else drew == {}, "who draws")
        self.window, self.next, self.issued = self.next, (self.next + 1) % 1000, self.issued + 1
        self.moved_at = event["t"]
        player.counts["peels"] += 1
        player.grid = event["grid"]
        self.draw("".join(drew.values()))
        texts = {}
        for each in living:
            letter = drew.get(str(each.seat), "")
            if each is player:
                each.settled, each.dumped, each.sent = each.hand.copy(), Counter(), []
            if letter:
                each.hand = each.hand + Counter(letter)
                each.sent.append(Counter(letter))
            sign = ("+" if each is player else "=") + text if each.dialect == "numbered" else ""
            if sign or letter:
                texts[each.seat] = sign + letter + "."
        if player.dialect != "numbered" or goes_on:
            player.settled = Counter(event["grid"][6:].replace(".", ""))
        self.gate(texts)
        if not goes_on:
            self.over = ("bunch-empty", player.seat)

    def on_late(self, event, player):
        what, number, grid = self.message(event, player)
        lost = ["legal"] if self.over and self.nanos("photo-finish") else []
        need(what == "peel" and self.verdict(player, number, grid) in ["late", *lost], "it was not late")
        need(not self.over or lost, "nothing is looked at after the last peel")
        need(event["number"] == (None if number is None else "%03d" % number), "its number")
        need(trimmed(event["grid"]) == trimmed(grid), "its grid")
        player.counts["late"] += 1
        self.dropped(event, player)
        if number is not None and not self.over:
            self.tell(player.seat, "-%03d." % number)

    def on_dump(self, event, player):
        what, letter = self.message(event, player)
        need(what == "dump" and letter == event["letter"] and player.hand[letter], f"it said {what} {letter}")
        refused = sum(self.bunch.values()) < 3
        need(event["refused"] == refused, "the bunch")
        drew = event["drew"]
        need(list(drew) == sorted(drew) and len(drew) == (1 if refused else 3), "what it drew")
        if refused:
            need(drew == letter, "its tile comes back")
        else:
            self.draw(drew)
            self.bunch[letter] += 1
        player.hand = player.hand - Counter(letter) + Counter(drew)
        player.dumped[letter] += 1
        player.sent.append(Counter(drew))
        player.counts["dumps"] += 1
        self.moved_at = event["t"]
        self.tell(player.seat, ("d" if player.dialect == "numbered" else "") + drew + ".")

    def after_removal(self, player, _event=None):
        if self.options["offender-tiles"] == "return":
            self.bunch += player.hand
        player.hand = Counter()
        if not self.waiting():
            self.last_player()

    def nothing_left(self, reason):
        for player in self.playing() if reason in ("stalled", "game-timeout") and self.begun else []:
            self.skipped(player)
            try:
                need(self.parse(player, player.at) is None, f"what player {player.seat} wrote last was not decided")
            except Fault as fault:
                raise Wrong(f"player {player.seat} broke the wire: {fault.what}") from None

    def figures(self, player):
        grid = {"grid": player.grid} if player.grid else {}
        return {name: player.counts[name] for name in ("peels", "dumps", "late")} | grid
