"""Boggle, from docs/reference/boggle-wire.md and events.md."""
from lines import LineGame
from record import need

POINTS = {1: 0, 2: 0, 3: 1, 4: 1, 5: 2, 6: 3, 7: 5}


def points_of(word):
    return POINTS.get(len(word), 11)


class Boggle(LineGame):
    def __init__(self, events, words):
        super().__init__(events, words)
        self.classic = self.options["rules"] == "classic"
        self.rows, self.found, self.told_found = None, {}, []
        for player in self.players.values():
            player.found = {}

    def has_turns(self):
        return not self.classic

    def moves(self):
        return ("guess", "done", "forfeit") if self.classic else ("guess", "pass", "forfeit")

    def well_formed(self, words):
        return len(words) == (2 if words[0] == "guess" else 1)

    def first(self):
        return int(self.options.get("first") or 1)

    def tell_start(self, failed):
        self.gate({seat: "start\n" for seat in self.started})
        for seat in self.started:
            self.tell(seat, *failed)

    def on_board(self, event, _player):
        self.rows = [row.split(" ") for row in event["rows"]]
        for lines in self.set_up.values():
            told = [line[1:] for line in lines if line[0] == "row"]
            size = next(line[1:] for line in lines if line[0] == "board")
            need(told == self.rows and size == [str(len(told[0])), str(len(told))], "players were told another board")

    # Guesses.

    def on_board_at(self, word):
        cells = {(x, y): cell for y, row in enumerate(self.rows) for x, cell in enumerate(row)}
        walks = {(None, frozenset(), 0)}
        while walks:
            at, used, length = walks.pop()
            if length == len(word):
                return True
            for place, cell in cells.items():
                near = at is None or max(abs(at[0] - place[0]), abs(at[1] - place[1])) == 1
                if near and place not in used and word.startswith(cell, length):
                    walks.add((place, used | {place}, length + len(cell)))
        return False

    def spells(self, word, path):
        width = len(self.rows[0])
        places = [(cell % width, cell // width) for cell in path]
        near = all(max(abs(a - c), abs(b - d)) == 1 for (a, b), (c, d) in zip(places, places[1:]))
        return near and len(set(path)) == len(path) and "".join(self.rows[y][x] for x, y in places) == word

    def on_guess(self, event, player):
        word = self.answer(event, player, "guess")[0].upper()
        need(event["word"] == word, f"it guessed {word}")
        known = player.found if self.classic else self.found
        reason = "notindictionary" if word not in self.words else "alreadyfound" if word in known else None
        if "path" in event:
            need(reason is None, f"the word is {reason}")
            need(self.spells(word, event["path"]), "its path")
        elif reason is None:
            need(not self.on_board_at(word), "the word is on the board")
            reason = "notonboard"
        need(event.get("reason") == reason, f"the reason was {reason}")
        points = 0 if reason else points_of(word)
        need(event.get("points", 0) == points, f"it brought {points}")
        player.counts["errors" if reason else "moves"] += 1
        if not reason:
            known[word] = points
        if self.classic:
            return
        player.score += points
        said = f"missed {player.seat} {word} {reason}" if reason else f"scored {player.seat} {word} {points}"
        self.tell_all(player.seat, said)
        self.settled(player, points, not reason)

    def on_done(self, event, player):
        self.answer(event, player, "done")
        player.done = True
        self.over = self.ends(player, 0, False)

    def turn_words(self, event):
        left = int(self.options["turns"]) - self.turns
        need(event["left"] == left, f"{left} turns were left")
        return [str(event["k"]), str(left)]

    # The end.

    def ends(self, _player, _points, _stood):
        if self.classic:
            return ("played-out", None) if all(each.done for each in self.playing()) else None
        return ("turns-used", None) if self.turns >= int(self.options["turns"]) else None

    def ended_by_time(self, event, result):
        if result["reason"] == "time-up":
            need(self.classic and event["t"] >= self.nanos("time"), "the time was not over")
            self.over = ("time-up", None)
        else:
            super().ended_by_time(event, result)

    def counted(self):
        """By player: what each right word brings in the end."""
        finders = [each for each in self.players.values() if each.status != "offender"]
        lists = {each.seat: each.found for each in finders}
        times = lambda word: sum(word in found for found in lists.values())
        return {seat: {word: 0 if times(word) > 1 else found[word] for word in sorted(found)} for seat, found in lists.items()}

    def on_found(self, event, player):
        if not self.over:
            self.ended_by_time(event, {"reason": self.events[-1]["result"]["reason"]})
        words = self.counted().get(player.seat, {})
        need(player.found, "it found nothing")
        self.told_found.append(player.seat)
        need(event["words"] == list(words) and event["points"] == list(words.values()), f"it found {words}")

    def final_scores(self):
        if not self.classic:
            return {seat: self.players[seat].score for seat in self.started}
        counted = self.counted()
        need(self.told_found == [seat for seat, found in sorted(counted.items()) if found], "who found something")
        return {seat: sum(counted.get(seat, {}).values()) for seat in self.started}

    def nothing_left(self, reason):
        if not self.classic or reason not in ("time-up", "played-out"):
            return
        for player in self.playing():
            line = player.data.find(b"\n", player.at)
            late = [n for start, stop, n in player.reads if start <= line < stop and self.events[n - 1]["t"] < self.over_at]
            need(line < 0 or not late, f"a line of player {player.seat} was not decided")

    def last_lines(self):
        if not self.classic:
            return []
        return [f"found {seat} {word} {points}" for seat, found in sorted(self.counted().items()) for word, points in found.items()]
