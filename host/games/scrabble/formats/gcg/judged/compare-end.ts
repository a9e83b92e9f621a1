import type { Seat } from '../../../../../core/units.ts';
import type { Options } from '../../../options.ts';
import { valuesOf } from '../../../rules/end-scoring.ts';
import { rackLetters } from '../../../rules/rack.ts';
import type { TileSet } from '../../../tiles/tile-set.ts';
import { Misread } from '../read/misread.ts';
import type { GcgFile } from '../read/read-file.ts';
import type { FileTurns } from '../read/turns.ts';
import type { Course } from './judge-turns.ts';

/** Whether the file ends as the rules do. Answers what is to be said of it. */
export function compareEnd(
  { players, end, lines }: GcgFile,
  { turns, challenges, times, held, totals }: FileTurns,
  { scores, state }: Course,
): readonly string[] | Misread {
  const lastTurn = turns.at(-1)?.line.line;
  const [lost] = times.filter(({ seat }) => !turns.some(({ line }) => line.seat === seat));
  if (lost)
    return new Misread(lost, `expected a move of ${nameOf(lost.seat)} before its points off for time`);
  const bonus = [1, 2].map((seat) =>
    challenges.reduce((sum, { seat: other, points }) => (other === seat ? sum + points.value : sum), 0),
  );
  const notes = challenges.map(
    ({ line, seat, points }) =>
      `line ${line}: ${points.text} for a challenge that failed: this host judges words at once, and ${nameOf(seat)} has no such points in the record`,
  );
  if (!scores) {
    if (held.length > 0)
      return new Misread(
        held[0]!,
        `expected a move, or the end of the file: by the rules of this host the game is not over; got points for what is held`,
      );
    const where = lastTurn === undefined ? 'before the first move' : `after line ${lastTurn}`;
    return [
      ...notes,
      `the file stops ${where}, and the game is not over: the record ends there, interrupted`,
    ];
  }
  if (held.length === 0) {
    const isEqual = totals.every((total, index) => total === scores.scores[index]! + bonus[index]!);
    if (isEqual) return notes;
    return [
      ...notes,
      `the file stops after line ${end.line}, before the points for what is held: the record has them`,
    ];
  }
  for (const [index, total] of totals.entries()) {
    const expected = scores.scores[index]! + bonus[index]!;
    if (total === expected) continue;
    const place = held.find(({ seat }) => seat === index + 1)?.total ?? lines.at(-1)!;
    return new Misread(
      place,
      `expected ${nameOf(index + 1)} to end with ${expected}, with ${change(index + 1)} for what is held; got ${total}`,
    );
  }
  const [won, wonHere] = [totals, scores.scores].map(([one, other]) => Math.sign(one! - other!));
  if (won === wonHere) return notes;
  return new Misread(
    challenges[0]!,
    'expected a game that points for challenges do not decide, because this host has no such points; without them another has won',
  );

  function nameOf(seat: Seat): string {
    return players[seat - 1]!.name;
  }

  /** Scores of the state have it; those of the moves do not. */
  function change(seat: Seat): string {
    const before = lines
      .filter((line) => line.seat === seat && line.is !== 'held')
      .reduce((sum, { points }) => sum + points.value, 0);
    const points = scores!.scores[seat - 1]! + bonus[seat - 1]! - before;
    return state.over && points >= 0 ? `+${points}` : `${points}`;
  }
}

/** Which of the two ways there are to settle what is held: who goes out gains it twice, or once and the other loses it. */
export function leftoverOf({ held }: FileTurns, tiles: TileSet): Options['leftover'] {
  const [gain] = held.filter(({ points }) => points.value > 0);
  if (!gain || held.length > 1) return 'rules';
  const letters = rackLetters(tiles);
  const values = new Map([...valuesOf(tiles)].map(([id, points]) => [letters.get(id), points]));
  const value = [...gain.tiles.text.toUpperCase()].reduce(
    (sum, letter) => sum + (values.get(letter) ?? 0),
    0,
  );
  return gain.points.value === 2 * value ? 'twice' : 'rules';
}
