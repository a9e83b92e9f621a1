"""What Scrabble and Boggle share: lines, turns, and the end."""
from collections import Counter

from record import BYTES, need, number_of
from time_banks import TimeBanks


class LineGame(TimeBanks):
    letters = frozenset()

    def __init__(self, events, words):
        super().__init__(events, words)
        self.set_up, self.turn_of, self.next_seat, self.turns, self.started, self.cpu = {}, None, None, 0, [], {}
        self.given_up, self.illegal, self.over_at, self.again = None, {}, 0, False
        for player in self.players.values():
            player.turns, player.counts, player.score, player.late, player.ever_late = 0, Counter(), 0, False, False
            player.done, player.bank, player.unanswered = False, self.nanos("time-bank"), 0

    def take(self, event):
        if event["type"] == "spent":
            self.cpu[event["seat"]] = event["cpu"]
        super().take(event)

    def greeted(self, event):
        need(event["seat"] not in self.set_up, "a player has one set-up")
        lines = [line.split(" ") for line in self.pieces(event["text"])]
        names = [f"name {each['seat']} {each['name']}" for each in self.head["players"]]
        told = [" ".join(line) for line in lines if line[0] == "name"]
        need(len(told) == len(names), "the names")
        need(lines[0] == [self.head["game"], "1"] and lines[-1] == ["end"], "its first and last line")
        fields = {line[0]: line[1:] for line in lines}
        need(fields["player"] == [str(event["seat"])] and fields["players"] == [str(len(names))], "the players")
        timeout = self.nanos("timeout", self.players[event["seat"]])
        need(fields["timeout"] == ["none" if timeout is None else str(timeout // 10**6)], "the timeout")
        self.banks_told(fields)
        need(fields["rules"] == [self.options["rules"]], "the rules")
        self.set_up[event["seat"]] = lines

    # Lines.

    def message(self, player):
        """The next line as its tag, its words and where it ends; or what is wrong with it."""
        data, start = player.data, player.at
        stop = data.find(b"\n", start)
        longest = number_of(self.options.get("max-line", "64K"), BYTES)
        if (stop if stop >= 0 else len(data)) - start > longest:
            return ["flood", "line"]
        if stop < 0:
            return None
        line = data[start:stop].removesuffix(b"\r")
        text = line.decode("utf-8" if self.letters else "latin-1", "replace")
        if any(not (" " <= char <= "~" or char in self.letters) for char in text):
            return ["protocol", "byte"]
        words = [word for word in text.split(" ") if word]
        if not words:
            return ["protocol", "empty"]
        tag = None
        if words[0].startswith("@"):
            if not words[0][1:].isdigit() or len(words) == 1 or not self.has_turns():
                return ["protocol", "form"]
            tag = int(words.pop(0)[1:])
        if words[0] not in self.moves() and words[0] != "ready":
            return ["protocol", "word"]
        if not self.well_formed(words):
            return ["protocol", "form"]
        return tag, words, text

    def expected(self, player):
        """What the next line of this player is: `answer`, `ready`, `late`, or its faults."""
        found = self.message(player)
        if found is None or isinstance(found, list):
            if player.done and found and found[1] != "line" and self.head.get("edition", 1) > 1:
                return "late", [], []
            return "fault", [], [found]
        tag, words, _text = found
        order = "fault", words, [["protocol", "order"]]
        if player.done:
            return "late", words, []
        if words[0] == "ready":
            return order if player.ready else ("ready", words, [])
        if not self.begun:
            return order
        if not self.has_turns():
            return "answer", words, []
        if self.turn_of != player.seat or self.read_before_turn(player):
            return ("late", words, []) if player.late else order
        if tag is not None and tag != player.turns:
            return ("late", words, []) if tag < player.turns and player.ever_late else order
        return "answer", words, []

    def read_before_turn(self, player):
        """It had been read when the `turn` was written: it cannot answer that."""
        end = player.data.find(b"\n", player.at)
        read = next(n for start, stop, n in player.reads if start <= end < stop)
        return self.events[read - 1]["t"] <= self.clock

    def faults(self, event, player):
        if event["kind"] == "illegal":
            return [["illegal", error] for error in self.illegal.get(player.seat, [])]
        what, _words, faults = self.expected(player)
        return [["flood", "late"]] if what == "late" and self.too_late(event, player) else faults

    def answer(self, event, player, *names):
        what, words, faults = self.expected(player)
        need(what == "answer" and words[0] in names, f"the line was {what} {words} {faults}")
        end = player.data.find(b"\n", player.at) + 1
        need(event["bytes"][1] == end, f"the line ends at {end}")
        self.here(event, player)
        player.unanswered = 0
        if self.has_turns():
            self.overtime_before = self.charge(player, event, False, self.overtime_before)
        return words[1:]

    def on_ready(self, event, player):
        need(self.expected(player)[0] == "ready", "the line was no ready")
        self.here(event, player)
        player.ready = True
        if not self.waiting():
            self.begin()

    def on_late(self, event, player):
        what, _words, _faults = self.expected(player)
        need(what == "late", f"the line was {what}")
        self.dropped(event, player)
        line = player.data[player.at : event["bytes"][1]]
        need(line.endswith(b"\n") and line.find(b"\n") == len(line) - 1, "where it ends")
        said = self.message(player)
        need(isinstance(said, list) or event["line"].split() == said[2].split(), "the line")
        self.here(event, player)

    # Turns.

    def begin(self):
        self.begun = True
        failed = [player.seat for player in self.players.values() if not player.ready]
        self.started = [player.seat for player in self.playing()]
        self.tell_start([f"forfeited {seat}" for seat in failed])
        if self.has_turns():
            self.next_seat = self.after(self.first() - 1)
        self.last_player()

    def after(self, seat):
        seats = [player.seat for player in self.playing()]
        return next((each for each in seats if each > seat), seats[0] if seats else None)

    def on_turn(self, event, player):
        need(self.turn_of is None and event["seat"] == self.next_seat, f"it was the turn of player {self.next_seat}")
        need(event.get("retry") == (self.retries if self.again else None), f"it was retry {self.retries}")
        if not self.again:
            player.turns += 1
            self.retries = self.spent = 0
            self.cpu.pop(player.seat, None)
        need(event["k"] == player.turns, f"it was its turn {player.turns}")
        self.turn_of, self.again = player.seat, False
        player.late = False
        self.before_turn(player)
        self.tell_banks(event, player)
        time = self.free_time(player)
        self.tell(player.seat, " ".join(["turn", "none" if time is None else str(time), *self.turn_words(event)]))

    def before_turn(self, player):
        pass

    def on_timeout(self, event, player):
        need(player.seat == self.turn_of and event["k"] == player.turns, "it had no such turn")
        margin = self.nanos("margin")
        if event.get("of") == "turn-cpu":
            need(self.cpu.get(player.seat, 0) > self.nanos("turn-cpu", player) + margin, "it had not used so much")
        else:
            limit, of = self.limit(player)
            need(event.get("of") == of, f"it ran into its {of}")
            need(event["t"] == self.clock + limit + margin, "the time of its turn")
        lost = event.get("of") == "time-bank"
        self.overtime_follows = self.charge(player, event, lost)
        player.counts["timeouts"] += 1
        player.unanswered += 1
        player.late = player.ever_late = True
        self.tell_all(player.seat, f"timeout {player.seat}")
        most = self.options.get("max-timeouts") or "none"
        rule = "time-bank" if lost else "timeouts" if most != "none" and player.unanswered >= int(most) else None
        if rule:
            self.out_of_time, self.given_up = (player.seat, rule), player.seat
            self.tell(player.seat, f"forfeited {player.seat}")
        else:
            self.settled(player, 0, False)

    def on_pass(self, event, player):
        if event.get("why") == "empty-hand":
            need(player.seat == self.next_seat and not +player.hand, "it had a turn")
            self.next_seat, self.turn_of = None, player.seat
        else:
            self.answer(event, player, "pass")
        self.tell_all(player.seat, f"passed {player.seat}")
        self.settled(player, 0, False)

    def told(self, event):
        """A player that gives up is told so before the record has its `forfeit`."""
        if self.begun and not self.due and event["text"] == f"forfeited {event['seat']}\n":
            given_up = self.expected(self.players[event["seat"]])[1][:1] == ["forfeit"]
            need(given_up or self.illegal.get(event["seat"]), "it had not given up")
            self.given_up = event["seat"]
        else:
            super().told(event)

    def on_forfeit(self, event, player):
        self.answer(event, player, "forfeit")
        need(self.given_up == player.seat, "it was not told")
        self.removed(player, "forfeited")
        self.after_removal(player)

    def retried(self, event, player, most):
        """After a refused move the same turn goes on, if an attempt and time are left."""
        self.spent += event["t"] - self.clock
        left = self.limit(player)[0]
        self.again = self.retries < most and (left is None or left > 0)
        self.retries += self.again
        need(event.get("retry") == (self.retries if self.again else None), f"{self.retries} retries of {most}, {left} left")
        if self.again:
            self.turn_of, self.next_seat = None, player.seat
        return self.again

    def settled(self, player, points, stood):
        """A turn is over: the game too, or the next player has its turn."""
        self.turn_of, self.next_seat = None, self.after(player.seat)
        self.turns += 1
        self.over = self.ends(player, points, stood)

    def after_removal(self, player, event=None):
        if not self.begun:
            if not self.waiting():
                self.begin() if self.playing() else self.last_player()
            return
        if event and event["kind"] == "illegal":
            need(self.given_up == player.seat, "it was not told")
        self.tell_all(player.seat, f"forfeited {player.seat}")
        if not self.last_player() and self.has_turns():
            if self.turn_of == player.seat:
                self.turn_of, self.next_seat = None, self.after(player.seat)
            elif self.next_seat == player.seat:
                self.next_seat = self.after(player.seat)
            self.over = self.ends(None, 0, False)
        elif not self.over:
            self.over = self.ends(None, 0, False)

    # The end.

    def on_scores(self, event, _player):
        if not self.over:
            reason = self.events[-1]["result"]["reason"]
            self.ended_by_time(event, {"reason": reason})
        need(event["seats"] == self.started, "those who started")
        self.over_at = event["t"]
        scores = self.without_overtime(event, self.final_scores())
        need(event["scores"] == [scores[seat] for seat in self.started], f"the scores were {scores}")
        for seat in self.started:
            self.players[seat].score = scores[seat]
        if self.over[0] not in ("last-player", "nobody-left", "interrupted", "max-turns", "game-timeout"):
            tops = self.tops()
            self.over = (self.over[0], tops[0] if len(tops) == 1 else None)
        words = " ".join(f"{seat} {scores[seat]}" for seat in self.started)
        for player in self.playing():
            self.tell(player.seat, *self.last_lines(), f"gameover {words}")

    def last_lines(self):
        return []

    def tops(self):
        left = self.playing()
        best = max((player.score for player in left), default=0)
        return [player.seat for player in left if player.score == best]

    def nothing_left(self, reason):
        pass

    def figures(self, player):
        return {name: player.counts[name] for name in ("moves", "errors", "timeouts")} | self.time_figures(player)
