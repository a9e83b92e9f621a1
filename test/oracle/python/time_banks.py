"""Thinking time for the whole game, in nanoseconds; None is without end. Below 0 it is overtime."""
from record import Judge, need

MILLI, MINUTE = 10**6, 60 * 10**9


class TimeBanks(Judge):
    def __init__(self, events, words):
        super().__init__(events, words)
        self.overtime_before = self.overtime_follows = self.out_of_time = None
        # Attempts at one turn: how many were refused, and how long they took.
        self.retries = self.spent = 0

    def loses(self):
        return self.options.get("overtime") == "lose"

    def banks_told(self, fields):
        bank, limit = self.nanos("time-bank"), self.nanos("overtime-limit")
        if bank is None:
            need("timebank" not in fields and "overtime" not in fields, "there are no time banks")
            return
        need(fields["timebank"] == [str(millis(bank)), str(millis(self.increment()))], "the time bank")
        points = ["points", self.options["overtime-points"], "none" if limit is None else str(millis(limit))]
        need(fields["overtime"] == (["lose"] if self.loses() else points), "overtime")

    def none_is_due(self):
        need(not self.overtime_follows and not self.overtime_before, "overtime was not recorded, or of no turn")

    def tell_banks(self, event, player):
        self.none_is_due()
        need(event.get("bankMs") == hundredths(player.bank), f"its bank was {player.bank}")
        if player.bank is not None:
            banks = " ".join(f"{each.seat} {millis(each.bank)}" for each in self.playing())
            self.tell(player.seat, f"bank {banks}")

    def increment(self):
        return self.nanos("increment") or 0

    def room(self, player):
        """How far the bank is above the place where the game is lost."""
        if player.bank is None:
            return None
        limit = 0 if self.loses() else self.nanos("overtime-limit")
        return None if limit is None else player.bank + limit

    def timeout_left(self, player):
        timeout = self.nanos("timeout", player)
        return timeout if timeout is None else timeout - self.spent

    def limit(self, player):
        timeout, room = self.timeout_left(player), self.room(player)
        if room is None or (timeout is not None and timeout <= room):
            return timeout, None
        return room, "time-bank"

    def free_time(self, player):
        """In milliseconds: what costs nothing."""
        timeout, room = self.timeout_left(player), self.room(player)
        times = [] if timeout is None else [-(-timeout // MILLI)]
        if player.bank is not None:
            free = player.bank + started(player.bank) * MINUTE
            times.append(max(1, millis(free if room is None else min(free, room))))
        return min(times, default=None)

    def points_off(self, player):
        return started(player.bank) * int(self.options.get("overtime-points") or 0)

    def charge(self, player, event, lost, noted=None):
        """Takes the turn from the bank. The change of what overtime costs, which has an event of its own."""
        if player.bank is None:
            return None
        before, taken = self.points_off(player), event["t"] - self.clock
        left = player.bank - taken
        if player.bank >= 0 > left >= -self.nanos("margin"):
            left = 0
        room = self.room(player)
        if room is not None:
            left = max(left, player.bank - room)
        player.bank = left + (0 if lost or self.retries else self.increment())
        after = self.points_off(player)
        due = {"k": player.turns, "bankMs": hundredths(player.bank), "pointsOff": after} if after != before else None
        if event["type"] == "timeout":
            return due
        need(noted == due, f"overtime was {due}")
        return None

    def on_overtime(self, event, player):
        said = {name: event[name] for name in ("k", "bankMs", "pointsOff")}
        if self.overtime_follows:
            need(said == self.overtime_follows, f"overtime was {self.overtime_follows}")
            self.overtime_follows = None
        else:
            need(player.seat == self.turn_of, "it had no turn")
            self.overtime_before = said

    def without_overtime(self, event, scores):
        self.none_is_due()
        if self.nanos("time-bank") is None:
            need("bankMs" not in event and "pointsOff" not in event, "there are no time banks")
            return scores
        started_with = [self.players[seat] for seat in self.started]
        need(event["bankMs"] == [hundredths(player.bank) for player in started_with], "the banks")
        need(event["pointsOff"] == [self.points_off(player) for player in started_with], "the points off")
        return {seat: score - self.points_off(self.players[seat]) for seat, score in scores.items()}

    def time_figures(self, player):
        figures = {"score": player.score}
        if player.bank is None or player.seat not in self.started:
            return figures | {"bankMs": None, "pointsOff": None}
        return figures | {"bankMs": hundredths(player.bank), "pointsOff": self.points_off(player)}


def started(bank):
    """Minutes of overtime."""
    return 0 if bank is None or bank >= 0 else -(bank // MINUTE)


def millis(time):
    return (time + MILLI // 2) // MILLI


def hundredths(bank):
    """In milliseconds, as they are written."""
    return None if bank is None else (bank + 5000) // 10**4 / 100
