import type { Seat } from '../../../../../core/units.ts';
import type { Options } from '../../../options.ts';
import { valuesOf } from '../../../rules/end-scoring.ts';
import { rackLetters } from '../../../rules/rack.ts';
import type { TileSet } from '../../../tiles/tile-set.ts';
import { Misread } from '../read/misread.ts';
import type { GcgFile } from '../read/read-file.ts';
import type { FileTurns } from '../read/turns.ts';
import { signed } from '../signed.ts';
import type { Course } from './judge-turns.ts';

interface End {
  readonly file: GcgFile;
  readonly turns: FileTurns;
  /** What each has by the rules, by seat; none: the game is not over. */
  readonly scores: readonly number[] | undefined;
  /** What the file has besides for challenges that failed, by seat. */
  readonly bonus: readonly number[];
}

/** Whether the file ends as the rules do. Answers what is to be said of it. */
export function compareEnd(file: GcgFile, turns: FileTurns, course: Course): readonly string[] | Misread {
  const { challenges, times } = turns;
  const bonus = [1, 2].map((seat) =>
    challenges.reduce((sum, { seat: other, points }) => (other === seat ? sum + points.value : sum), 0),
  );
  const lost = times.find(({ seat }) => !turns.turns.some(({ line }) => line.seat === seat));
  if (lost)
    return new Misread(lost, `expected a move of ${nameOf(file, lost.seat)} before its points off for time`);
  const end = { file, turns, scores: course.scores?.scores, bonus };
  const stop = end.scores ? wrongEnd(end, end.scores) : stopsEarly(end);
  if (stop instanceof Misread) return stop;
  const without = challenges.map(
    ({ line, seat, points }) =>
      `line ${line}: ${points.text} for a challenge that failed: this host judges words at once, and ${nameOf(file, seat)} has no such points in the record`,
  );
  return [...without, ...stop];
}

function stopsEarly({ file, turns: { held } }: End): readonly string[] | Misread {
  const [first] = held;
  if (first)
    return new Misread(
      first,
      'expected a move, or the end of the file: by the rules of this host the game is not over; got points for what is held',
    );
  const last = file.lines.at(-1);
  const where = last ? `after line ${last.line}` : 'before the first move';
  return [`the file stops ${where}, and the game is not over: the record ends there, interrupted`];
}

function wrongEnd(end: End, scores: readonly number[]): readonly string[] | Misread {
  const { file, turns, bonus } = end;
  const { totals, held, challenges } = turns;
  const expected = scores.map((score, index) => score + bonus[index]!);
  const other = totals.findIndex((total, index) => total !== expected[index]);
  if (other !== -1 && held.length === 0)
    return [
      `the file stops after line ${file.end.line}, before the points for what is held: the record has them`,
    ];
  if (other !== -1) {
    const [seat, score] = [other + 1, expected[other]!];
    const place = held.find((line) => line.seat === seat)?.total ?? file.lines.at(-1)!;
    const before = file.lines
      .filter((line) => line.seat === seat && line.is !== 'held')
      .reduce((sum, { points }) => sum + points.value, 0);
    return new Misread(
      place,
      `expected ${nameOf(file, seat)} to end with ${score}, with ${signed(score - before)} for what is held; got ${totals[other]}`,
    );
  }
  if (Math.sign(totals[0] - totals[1]) === Math.sign(scores[0]! - scores[1]!)) return [];
  return new Misread(
    challenges[0]!,
    'expected a game that points for challenges do not decide, because this host has no such points; without them it ends otherwise',
  );
}

const nameOf = ({ players }: GcgFile, seat: Seat) => players[seat - 1]!.name;

/** Which of the two ways there are to settle what is held: who goes out gains it twice, or once and the other loses it. */
export function leftoverOf({ held }: FileTurns, tiles: TileSet): Options['leftover'] {
  const [only] = held;
  if (!only || held.length > 1 || only.points.value === 0) return 'rules';
  const letters = rackLetters(tiles);
  const values = new Map([...valuesOf(tiles)].map(([id, points]) => [letters.get(id), points]));
  const value = [...only.tiles.text.toUpperCase()].reduce(
    (sum, letter) => sum + (values.get(letter) ?? 0),
    0,
  );
  return only.points.value === 2 * value ? 'twice' : 'rules';
}
