"""Whether a move of Scrabble stands, and what it brings: docs/reference/scrabble-wire.md."""
from collections import Counter

from board_language import Failed, Run, wrap


class MoveJudge:
    """The table has `rules`, `words`, `hand_size`, `center`, `tiles`, `squares`, `used`, `board`, `layout` and `lies`."""

    def kind_at(self, place):
        if self.layout is not None:
            return self.layout.get(place)
        if place not in self.kinds:
            x, y = place
            found = None
            if max(abs(x), abs(y)) <= 10**9:
                try:
                    found = Run(self.board, {"_x_": x, "_y_": y}).result
                except Failed:
                    pass
            self.kinds[place] = found if found in self.squares else None
        return self.kinds[place]

    def tile_errors(self, player, ids):
        used = Counter()
        for id in ids:
            used[id] += 1
            if id not in self.tiles:
                yield f"piecedoesnotexist {id}"
            elif used[id] > player.hand[id]:
                yield f"playerdoesnothavepiece {player.seat} {id}"
            else:
                yield None

    def stage_two(self, player, move):
        laid = {}
        for (x, y, id, letter, points), error in zip(move, list(self.tile_errors(player, [each[2] for each in move]))):
            face = f"{letter}{points}"
            if error:
                yield error
            if id in self.tiles and face not in self.tiles[id]:
                yield f"invalidpieceinst {id} {face}"
            if self.kind_at((x, y)) is None:
                yield f"emptytile {x} {y}"
            there = self.lies.get((x, y)) or laid.get((x, y))
            if there:
                yield f"occupiedtile {face} {x} {y} {there[0]}{there[1]}"
            laid.setdefault((x, y), (letter, points))

    def gaps(self, laid):
        (left, right), (top, bottom) = ((min(each), max(each)) for each in zip(*laid))
        if right - left + bottom - top > 10**5:
            return
        for x in range(left, right + 1):
            for y in range(top, bottom + 1):
                if (x, y) not in laid and (x, y) not in self.lies:
                    yield "wordoutsideboard" if self.kind_at((x, y)) is None else "wordnotconnected"

    def place_errors(self, laid):
        near = [(x + a, y + b) for x, y in laid for a, b in ((0, 1), (1, 0), (0, -1), (-1, 0))]
        if self.rules == "simple":
            return
        if self.lies:
            if not any(place in self.lies for place in near):
                yield "wordnotadjacent"
            return
        if len(laid) == 1:
            yield "firstwordtooshort"
        if self.center not in laid:
            yield f"firstwordnotovercenter {self.center[0]} {self.center[1]}"

    def judge(self, player, move):
        """Errors, or the words and points."""
        if not move:
            return ["emptymove"], None, None
        errors = list(self.stage_two(player, move))
        laid = {(x, y): (letter, points) for x, y, _id, letter, points in move}
        if not errors and min(len({x for x, _ in laid}), len({y for _, y in laid})) > 1:
            errors = ["wordnotonroworcolumn " + " ".join(f"{each[0]} {each[1]}" for each in move)]
        if not errors:
            found = set(self.gaps(laid))
            errors = [error for error in ("wordoutsideboard", "wordnotconnected") if error in found]
        errors = errors or list(self.place_errors(laid))
        if errors:
            return errors, None, None
        return self.words_of(laid)

    def words_of(self, laid):
        all_tiles = self.lies | laid
        runs = {self.run_through(all_tiles, place, way) for place in laid for way in ((1, 0), (0, 1))}
        along = None if len(laid) == 1 else (1, 0) if len({y for _, y in laid}) == 1 else (0, 1)
        spell = lambda run: "".join(all_tiles[place][0] for place in run[1:])
        is_word = lambda run: self.words is None or spell(run) in self.words
        if self.rules == "simple":
            ways = sorted((run for run in runs if along in (None, run[0])), key=lambda run: (-len(run), run[0] != (1, 0)))
            if along:
                ways = [run for run in ways if set(laid) <= set(run[1:])]
            best = next((run for run in ways if is_word(run)), None)
            if not best:
                return [f"wordnotindictionary {spell(ways[0])}"], None, None
            return [], [spell(best)], len(best) - 1
        runs = [run for run in runs if len(run) > 2]
        if not along:
            along = (1, 0) if any(run[0] == (1, 0) for run in runs) else (0, 1)
        runs.sort(key=lambda run: (run[0] != along, run[1]))
        wrong = [f"wordnotindictionary {spell(run)}" for run in runs if not is_word(run)]
        if wrong:
            return wrong, None, None
        bonus = 50 if len(laid) == self.hand_size else 0
        points = sum(self.score(all_tiles, laid, run[1:]) for run in runs) + bonus
        return [], [spell(run) for run in runs], wrap(points)

    def run_through(self, tiles, place, way):
        (x, y), (a, b) = place, way
        while (x - a, y - b) in tiles:
            x, y = x - a, y - b
        run = [way]
        while (x, y) in tiles:
            run.append((x, y))
            x, y = x + a, y + b
        return tuple(run)

    def score(self, tiles, laid, places):
        word, todo, points = [tiles[place] for place in places], [], 0
        for at, place in enumerate(places):
            kind = self.kind_at(place) if place in laid else self.used
            todo += [(priority, at, program) for priority, program in self.squares.get(kind, [])]
        try:
            for _priority, at, program in sorted(todo, key=lambda each: each[:2]):
                points = Run(program, {"_pos_": at, "_acc_": points}, word).result
        except Failed:
            return 0
        return points
