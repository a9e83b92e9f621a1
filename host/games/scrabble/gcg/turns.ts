import type { Seat } from '../../../core/units.ts';
import { shown } from '../tiles/tile-set.ts';
import {
  type Contradiction,
  type FileLine,
  type FilePlayer,
  FileProblem,
  type GcgFile,
  type Token,
} from './gcg-file.ts';

type Line<Is extends FileLine['is']> = Extract<FileLine, { readonly is: Is }>;
type MoveLine = Line<'play' | 'change' | 'unseen-change' | 'pass'>;

export interface Turn {
  readonly line: MoveLine;
  /** The line that withdraws the play. */
  readonly withdrawn: FileLine | undefined;
}

/** A file as a game with checked sums. */
export interface FileTurns {
  readonly turns: readonly Turn[];
  readonly challenges: readonly Line<'challenge'>[];
  readonly times: readonly Line<'time'>[];
  readonly held: readonly Line<'held'>[];
  readonly totals: readonly [number, number];
  readonly contradictions: readonly Contradiction[];
}

const MOST_TURNS = 1000;

export function turnsOf(file: GcgFile): FileTurns | FileProblem {
  const { lines, players } = file;
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
          return new FileProblem(line, 'expected no more moves after the points for the tiles in the hands');
        if (turns.length === MOST_TURNS)
          return new FileProblem(line, `expected at most ${MOST_TURNS} moves; got more`);
        turns.push({ line, withdrawn: undefined });
    }
  }
  return { turns, challenges, times, held, totals, contradictions: [...contradictionsIn(file)] };
}

function* contradictionsIn({ lines, players, pragmas }: GcgFile): Iterable<Contradiction> {
  const [{ nick }, other] = players as readonly [FilePlayer, FilePlayer];
  if (nick === other.nick) {
    const problem = `both players have the nickname ${shown(nick)}`;
    const place = pragmas.find(({ name }) => name === 'player2')!;
    yield {
      problem: new FileProblem(place, problem),
      instead: 'the order of the turns shows whose moves these are',
    };
  }
  const times = new Map<Seat, FileLine>();
  for (const [index, line] of lines.entries()) {
    const { rack, seat, wrongRack } = line;
    if (wrongRack) yield { problem: wrongRack, instead: 'this rack is ignored' };
    switch (line.is) {
      case 'withdrawn': {
        const play = lines[index - 1];
        if (!rack || !play?.rack || sameTiles(rack, play.rack)) break;
        const problem = `the rack is ${rack.text} here, but ${play.rack.text} in line ${play.line}, the withdrawn play`;
        yield { problem: new FileProblem(rack, problem), instead: 'the rack of the play is used' };
        break;
      }
      case 'time': {
        const earlier = times.get(seat);
        times.set(seat, line);
        if (!earlier) break;
        const problem = `${line.points.text} for the time of ${players[seat - 1]!.name}, in addition to ${earlier.points.text} in line ${earlier.line}`;
        yield { problem: new FileProblem(line, problem), instead: 'both count' };
        break;
      }
      case 'held': {
        if (!rack || sameTiles(rack, line.tiles)) break;
        const problem = `the rack is ${rack.text}, but the tiles at the end are ${line.tiles.text}`;
        yield { problem: new FileProblem(rack, problem), instead: 'the tiles at the end are used' };
        break;
      }
      default:
        break;
    }
  }
}

function sameTiles(one: Token, other: Token): boolean {
  const [first, second] = [one, other].map(({ text }) => [...text.toUpperCase()].sort().join(''));
  return first === second;
}

function wrongSum(line: FileLine, before: number): FileProblem | undefined {
  const { points, total } = line;
  if (line.is === 'pass' || line.is === 'change' || line.is === 'unseen-change') {
    if (points.value !== 0)
      return new FileProblem(points, `expected +0 for a turn without a play; got ${points.text}`);
  }
  if (line.is === 'time' && points.value > 0)
    return new FileProblem(points, `expected a penalty for time, such as -10; got ${points.text}`);
  if (total.value === before + points.value) return undefined;
  return new FileProblem(
    total,
    `expected the total ${before + points.value}, which is ${before} ${points.value < 0 ? '-' : '+'} ${Math.abs(points.value)}; got ${total.text}`,
  );
}

function takeBack(
  turns: Turn[],
  line: FileLine,
  before: FileLine | undefined,
  name: string,
): FileProblem | undefined {
  const last = turns.at(-1);
  if (before?.is !== 'play' || before.seat !== line.seat || last?.line !== before)
    return new FileProblem(line, `expected -- directly after the play of ${name} that it withdraws`);
  if (line.points.value !== -before.points.value)
    return new FileProblem(
      line.points,
      `expected ${-before.points.value}, the points of the withdrawn play in line ${before.line}; got ${line.points.text}`,
    );
  turns[turns.length - 1] = { line: last.line, withdrawn: line };
  return undefined;
}
