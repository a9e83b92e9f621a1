"""What the second judge knows of every game: what was read, what was decided about it, and what has to be written next."""
import re
from collections import deque


class Wrong(Exception):
    pass


def need(holds, why):
    if not holds:
        raise Wrong(why)


def number_of(text, units):
    """`30s`, `64K`, `998011B`, `none`."""
    if text in (None, "none"):
        return None
    digits, unit = re.fullmatch(r"([0-9.]+)([a-zA-Z]*)", text).groups()
    return round(float(digits) * units[unit])


NANOS = {"ns": 1, "us": 10**3, "ms": 10**6, "s": 10**9, "m": 60 * 10**9, "h": 3600 * 10**9, "": 10**9}
BYTES = {"B": 1, "K": 2**10, "M": 2**20, "G": 2**30}


class Player:
    def __init__(self, seat, own):
        self.own = own
        self.seat, self.data, self.reads, self.at, self.lines = seat, b"", [], 0, 0
        self.dropped, self.last = 0, None
        self.ready = self.dialect = self.status = self.cause = self.offence = self.gone = None


class Judge:
    """A record is read line by line. Each decision in it is made again from the messages before it, and must be the same."""

    def __init__(self, events, words):
        self.head, self.events, self.words = events[0], events, words
        self.options = {name: text for name, text in self.head["options"].items()}
        self.players = {each["seat"]: Player(each["seat"], each.get("options", {})) for each in self.head["players"]}
        self.due, self.decided, self.over, self.begun, self.gates, self.caught = deque(), 0, None, False, 0, {}
        self.last_in, self.clock, self.order, self.moved_at = 0, 0, None, 0

    def nanos(self, option, player=None):
        own = {} if player is None else player.own
        return number_of(own.get(option, self.options.get(option)), NANOS)

    def playing(self):
        return [player for player in self.players.values() if player.ready and not player.status]

    def run(self):
        for index, event in enumerate(self.events):
            try:
                need(event["n"] == index + 1, "the lines are not numbered in order")
                self.take(event)
            except (Wrong, ValueError, LookupError, AttributeError, TypeError) as wrong:
                raise Wrong(f"line {index + 1}: {event.get('type')}: {wrong}") from None
        return self.decided

    def take(self, event):
        kind = event["type"]
        if kind == "in":
            player = self.players[event["seat"]]
            read = event["text"].encode() if "text" in event else bytes.fromhex(event["hex"])
            player.reads.append((len(player.data), len(player.data) + len(read), event["n"]))
            player.data += read
        elif kind == "out":
            self.told(event)
        elif kind == "gone":
            self.players[event["seat"]].gone = event
        elif kind == "caught":
            self.caught[event["seat"]] = event["offence"]
        elif kind == "end":
            self.ended(event)
        elif kind not in ("game", "spawn", "spent", "interrupt", "signal", "exit", "load", "turn-load", "stderr"):
            need(not self.due or kind in ("board", "position", "deal", "overtime"), f"before it {self.due[0] if self.due else ''} should have been written")
            need(not self.over or kind in ("scores", "found", "late", "unfinished"), "the game is over")
            self.decided += 1
            getattr(self, "on_" + kind)(event, self.players.get(event.get("seat")))

    # What is written: lines to one player, or a gate, in which the order of the players is free.

    def tell(self, seat, *lines):
        if seat in self.players and not self.players[seat].status:
            self.due.extend((seat, line) for line in lines)

    def tell_all(self, first, *lines):
        seats = sorted((player.seat for player in self.playing()), key=lambda seat: (seat != first, seat))
        for seat in seats:
            self.tell(seat, *lines)

    def gate(self, texts):
        if texts:
            self.due.append(("gate", dict(texts)))

    def told(self, event):
        if not self.begun:
            return self.greeted(event)
        seat, text = event["seat"], event["text"]
        need(self.due, "nothing was to be written")
        if self.due[0][0] == "gate":
            texts = self.due[0][1]
            need(texts.get(seat) == text, f"{texts.get(seat)!r} was to be written to player {seat}")
            need(event.get("gate") == self.gates, f"this is gate {self.gates}")
            order = event["order"]
            self.order = self.order or order
            need(order == self.order and sorted(set(order)) == sorted(order) and order[-len(texts)] == seat, f"the order was {self.order}")
            del texts[seat]
            if not texts:
                self.order = None
                self.due.popleft()
                self.gates += 1
            return
        for line in self.pieces(text):
            need(self.due, f"{line!r} was not to be written")
            expected = self.due.popleft()
            need((seat, line) == expected, f"{expected} was to be written")
        need(event.get("clock", False) == (line.startswith("turn ") and line.islower()), "the clock of a turn starts with it")
        if event.get("clock"):
            self.clock = event["t"]

    def pieces(self, text):
        need(text.endswith("\n"), "a line without its end")
        return text[:-1].split("\n")

    def greeted(self, event):
        need(False, "nothing is written before the game begins")

    # What a player wrote.

    def here(self, event, player):
        """The decision is about the bytes that this player wrote, and they come next."""
        start, end = event["bytes"]
        need(start == player.at, f"bytes {player.at} and on have not been decided")
        need(end <= len(player.data), "these bytes have not come yet")
        reads = [n for begin, stop, n in player.reads if begin < end and stop > start]
        need(event["in"] == [reads[0], reads[-1]], f"the bytes came in {reads}")
        if not self.nanos("photo-finish"):
            need(reads[-1] >= self.last_in, "what came later was decided before")
            self.last_in = reads[-1]
        player.at, player.last = end, [event["bytes"], event["in"]]

    def too_late(self, event, player):
        """Whether what was dropped of this player comes to more than is allowed, with this message."""
        start, end = event["bytes"]
        most = number_of(self.options.get("max-late"), BYTES)
        return most is not None and player.dropped + end - start > most

    def dropped(self, event, player):
        need(not self.too_late(event, player), "all that was dropped came to too much")
        player.dropped += event["bytes"][1] - event["bytes"][0]

    def removed(self, player, status, **facts):
        player.status = status
        for name, fact in facts.items():
            setattr(player, name, fact)

    def on_left(self, event, player):
        need(player.gone and player.gone["cause"] == event["cause"] and self.begun, "it had not ended so")
        self.removed(player, "left", cause=event["cause"])
        self.after_removal(player)

    def on_offence(self, event, player):
        kind, rule = event["kind"], event["rule"]
        said = [kind, rule]
        if player.seat in self.caught:
            seen = self.caught[player.seat]
            need([seen["kind"], seen["rule"]] == said, "it was caught for something else")
        elif kind == "startup":
            need(not self.begun, "the game had begun")
            if rule == "silent":
                need(not player.ready, "it was ready")
                started = min(each["t"] for each in self.events if each["type"] == "spawn")
                need(event["t"] >= started + self.nanos("ready-timeout"), "its time was not over")
            else:
                need(player.gone, "it was still there")
        elif "bytes" in event:
            faults = self.faults(event, player)
            need(said in faults, f"its fault was {faults}")
            if event["bytes"][0] == player.at:
                self.here(event, player)
            need(player.last == [event["bytes"], event["in"]], "its place")
        else:
            need(kind == "flood" or (kind == "time" and (player.seat, rule) == getattr(self, "out_of_time", None)), "nothing shows it")
        self.removed(player, "failed" if kind == "startup" else "offender", offence=said)
        self.after_removal(player, event)

    def on_unfinished(self, _event, player):
        need(player.at < len(player.data), "it had written nothing more")

    def last_player(self):
        """Whether the game ends because of who is left."""
        left = self.playing()
        if not left:
            self.over = ("nobody-left", None)
        elif len(left) == 1 and len(self.players) > 1 and self.options["last-player"] == "win":
            self.over = ("last-player", left[0].seat)
        return self.over

    def waiting(self):
        return [player for player in self.players.values() if not player.ready and not player.status]

    # The end.

    def ended(self, event):
        need(not self.due, f"{self.due[0] if self.due else ''} should have been written")
        result = event["result"]
        if not self.over:
            self.ended_by_time(event, result)
        reason, winner = self.over
        need(result["reason"] == reason, f"it ended by {reason}")
        need(result["winner"] == winner, f"the winner was {winner}")
        outcomes = {"stalled": "stalled", "game-timeout": "timeout", "max-turns": "timeout"}
        outcome = outcomes.get(reason, "aborted" if reason in ("nobody-left", "interrupted") else "won" if winner else "draw")
        need(result["outcome"] == outcome, f"the outcome was {outcome}")
        for each in result["players"]:
            self.check_player(each, self.players[each["seat"]], outcome, winner)
        self.nothing_left(reason)

    def check_player(self, said, player, outcome, winner):
        still = {"won": "lost", "draw": "draw" if player.seat in self.tops() else "lost", "aborted": "unfinished"}
        status = player.status or ("won" if player.seat == winner else still.get(outcome, "lost"))
        need(said["outcome"] == status, f"player {player.seat}: {status}, not {said['outcome']}")
        if player.offence:
            found = said.get("offence", {})
            need([found.get("kind"), found.get("rule")] == player.offence, f"its offence was {player.offence}")
        need(said.get("cause") == player.cause, f"player {player.seat} left as {player.cause}")
        for name, count in self.figures(player).items():
            need(said.get(name) == count, f"player {player.seat}: {name} is {count}, not {said.get(name)}")

    def tops(self):
        return []

    def ended_by_time(self, event, result):
        reason, t = result["reason"], event["t"]
        if reason == "interrupted":
            need(any(each["type"] == "interrupt" for each in self.events), "nobody interrupted it")
        elif reason == "game-timeout":
            need(t >= self.nanos("game-timeout"), "the game had time left")
        elif reason == "stalled":
            need(t >= self.moved_at + self.nanos("stall"), "it had not stalled")
        else:
            need(False, f"the game was not over by {reason}")
        self.over = (reason, None)
