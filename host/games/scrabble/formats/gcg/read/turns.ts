import type { FileLine } from './file-line.ts';
import { Misread } from './misread.ts';
import type { GcgFile } from './read-file.ts';

type Line<Is extends FileLine['is']> = Extract<FileLine, { readonly is: Is }>;
type MoveLine = Line<'play' | 'change' | 'unseen-change' | 'pass'>;

/** What a player did when it was its turn. */
export interface Turn {
  readonly line: MoveLine;
  /** The line that takes its play back. */
  readonly withdrawn: FileLine | undefined;
}

/** A file as a game, with its sums checked. */
export interface FileTurns {
  readonly turns: readonly Turn[];
  readonly challenges: readonly Line<'challenge'>[];
  readonly times: readonly Line<'time'>[];
  readonly held: readonly Line<'held'>[];
  /** What each has in the end, by seat. */
  readonly totals: readonly [number, number];
}

const MOST_TURNS = 1000;

export function turnsOf({ lines, players }: GcgFile): FileTurns | Misread {
  const turns: Turn[] = [];
  const challenges: Line<'challenge'>[] = [];
  const times: Line<'time'>[] = [];
  const held: Line<'held'>[] = [];
  const totals: [number, number] = [0, 0];
  for (const [index, line] of lines.entries()) {
    const before = totals[line.seat - 1]!;
    const wrong = wrongSum(line, before);
    if (wrong) return wrong;
    totals[line.seat - 1] = line.total.value;
    switch (line.is) {
      case 'challenge':
        challenges.push(line);
        break;
      case 'time':
        times.push(line);
        break;
      case 'held':
        held.push(line);
        break;
      case 'withdrawn': {
        const problem = takeBack(turns, line, lines[index - 1], players[line.seat - 1]!.name);
        if (problem) return problem;
        break;
      }
      default:
        if (held.length > 0)
          return new Misread(line, 'expected no more moves after the points for what is held; got one');
        if (turns.length === MOST_TURNS)
          return new Misread(line, `expected at most ${MOST_TURNS} moves; got more`);
        turns.push({ line, withdrawn: undefined });
    }
  }
  return { turns, challenges, times, held, totals };
}

function wrongSum(line: FileLine, before: number): Misread | undefined {
  const { points, total } = line;
  if (line.is === 'pass' || line.is === 'change' || line.is === 'unseen-change') {
    if (points.value !== 0)
      return new Misread(points, `expected +0, as a turn without a play brings; got ${points.text}`);
  }
  if (line.is === 'time' && points.value > 0)
    return new Misread(points, `expected points off for time, as in -10; got ${points.text}`);
  if (total.value === before + points.value) return undefined;
  return new Misread(
    total,
    `expected the total ${before + points.value}, which is ${before} ${points.value < 0 ? '-' : '+'} ${Math.abs(points.value)}; got ${total.text}`,
  );
}

function takeBack(
  turns: Turn[],
  line: FileLine,
  before: FileLine | undefined,
  name: string,
): Misread | undefined {
  const last = turns.at(-1);
  if (before?.is !== 'play' || before.seat !== line.seat || last?.line !== before)
    return new Misread(line, `expected -- right after the play of ${name} that it takes back`);
  if (line.points.value !== -before.points.value)
    return new Misread(
      line.points,
      `expected ${-before.points.value}, the points of the play in line ${before.line} that is taken back; got ${line.points.text}`,
    );
  turns[turns.length - 1] = { line: last.line, withdrawn: line };
  return undefined;
}
