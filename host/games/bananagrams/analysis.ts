import { counted } from '../../core/text.ts';
import type { Nanos } from '../../core/units.ts';
import {
  type AnalysisRequest,
  type AnalyzedGame,
  type Columns,
  type GameAnalysis,
  type MoveRow,
  numbersIn,
  quantile,
  secondsOf,
  shareOf,
} from '../analysis.ts';
import type { BananagramsEvent } from './events.ts';
import { type Grid, readGrid } from './wire/messages.ts';

const columns = {
  move: { heading: 'peel' },
  seconds: { heading: 'since its letter', unit: 'seconds' },
  tiles: { heading: 'tiles' },
  loose: { heading: 'loose' },
  dumps: { heading: 'dumps' },
  moved: { heading: 'moved' },
  longest: { heading: 'longest word' },
} as const satisfies Columns;

const figures = {
  peels: { heading: 'peels' },
  secondsMedian: { heading: 'time per peel, median', unit: 'seconds' },
  seconds90: { heading: '90 % within', unit: 'seconds' },
  dumps: { heading: 'dumps' },
  late: { heading: 'late' },
  moved: { heading: 'letters moved per peel', unit: 'share' },
  longest: { heading: 'longest word' },
} as const satisfies Columns;

/** Measures each peel: its time, and its changes of the previous grid. */
export const bananagramsAnalysis: GameAnalysis<BananagramsEvent> = {
  columns,
  figures,
  measure: 'seconds since its letter',
  summary({ peels, secondsMedian, late }) {
    const time = secondsMedian === undefined ? '' : `, one in ${Number(secondsMedian).toFixed(3)} s (median)`;
    const missed = Number(late ?? 0) === 0 ? '' : `, and was late ${counted(Number(late), 'time')}`;
    return `made ${counted(Number(peels), 'peel')}${time}${missed}`;
  },
  analyze,
  figuresOf(moves, { dumps = 0, late = 0, stood = 0 }) {
    const seconds = numbersIn(moves, 'seconds');
    const moved = numbersIn(moves, 'moved').reduce((sum, each) => sum + each, 0);
    const words = moves.map(({ cells }) => String(cells.longest ?? ''));
    return {
      peels: moves.length,
      secondsMedian: quantile(seconds, 0.5),
      seconds90: quantile(seconds, 0.9),
      dumps,
      late,
      moved: shareOf(moved, stood),
      longest: words.reduce(longer, '') || undefined,
    };
  },
};

const longer = (one: string, other: string) => (other.length > one.length ? other : one);

interface Racer {
  /** The time of its last letters. */
  since: Nanos;
  tiles: number;
  /** Undefined before its first peel. */
  grid: Grid | undefined;
  /** Dumps since then. */
  dumps: number;
  readonly sums: { dumps: number; late: number; stood: number };
}

function* analyze({ setup, events }: AnalysisRequest<BananagramsEvent>): Generator<never, AnalyzedGame> {
  const racers = setup.names.map(
    (): Racer => ({ since: 0, tiles: 0, grid: undefined, dumps: 0, sums: { dumps: 0, late: 0, stood: 0 } }),
  );
  const moves: MoveRow[] = [];
  for (const event of events) {
    if (event.type === 'deal') give(racers[event.seat - 1]!, event.tiles, event.t);
    else if (event.type === 'late') racers[event.seat - 1]!.sums.late++;
    else if (event.type === 'dump') {
      const racer = racers[event.seat - 1]!;
      if (event.refused) continue;
      racer.dumps++;
      racer.sums.dumps++;
      racer.tiles--;
      give(racer, event.drew, event.t);
    } else if (event.type === 'peel') {
      const racer = racers[event.seat - 1]!;
      const read = readGrid(event.grid);
      if (read.ok) moves.push(rowOf(event, racer, read.grid));
      for (const [seat, letter] of Object.entries(event.drew)) {
        const drawing = racers[Number(seat) - 1];
        if (drawing) give(drawing, letter, event.t);
      }
    }
  }
  return { moves, players: racers.map(({ sums }) => ({ sums, notes: [] })) };
}

function give(racer: Racer, letters: string, at: Nanos): void {
  racer.since = at;
  racer.tiles += letters.length;
}

interface Peel {
  readonly n: number;
  readonly t: Nanos;
  readonly seat: number;
  readonly number: string;
}

/** A limit for records from outside, because each letter is compared with each. */
const MOST_LETTERS = 1000;

/** Updates the grid of the racer. */
function rowOf({ n, t, seat, number }: Peel, racer: Racer, grid: Grid): MoveRow {
  const { grid: before, since, tiles, dumps, sums } = racer;
  const seconds = secondsOf(t - since);
  const loose = tiles - (before?.letters.length ?? 0);
  const isComparable = [before, grid].every((each) => each && each.letters.length <= MOST_LETTERS);
  const moved = before && isComparable ? before.letters.length - unmoved(before, grid) : undefined;
  sums.stood += moved === undefined ? 0 : before!.letters.length;
  racer.grid = grid;
  racer.dumps = 0;
  const cells = { move: number, seconds, tiles, loose, dumps, moved, longest: longestWord(grid) };
  return { n, seat, cells, measure: seconds, best: [] };
}

/** Counts letters that kept their relative places: the most that one shift of the grid leaves in place. */
function unmoved(before: Grid, after: Grid): number {
  const shifts = new Map<string, number>();
  let most = 0;
  for (const [one, letter] of [...before.letters].entries())
    for (const [other, same] of [...after.letters].entries()) {
      if (letter !== same) continue;
      const [x, y] = placeIn(before, one);
      const [toX, toY] = placeIn(after, other);
      const shift = `${toX - x} ${toY - y}`;
      const count = (shifts.get(shift) ?? 0) + 1;
      shifts.set(shift, count);
      most = Math.max(most, count);
    }
  return most;
}

const placeIn = ({ width, places }: Grid, index: number): readonly [x: number, y: number] => [
  places[index]! % width,
  Math.floor(places[index]! / width),
];

/** The first of equal words across. */
function longestWord(grid: Grid): string {
  const letters = new Map(grid.places.map((place, index) => [place, grid.letters[index]!]));
  let longest = '';
  for (const [right, below] of [
    [1, 0],
    [0, 1],
  ] as const)
    for (const place of grid.places) {
      let word = '';
      let [x, y] = [place % grid.width, Math.floor(place / grid.width)];
      for (; x < grid.width && y < grid.height; x += right, y += below) {
        const letter = letters.get(y * grid.width + x);
        if (letter === undefined) break;
        word += letter;
      }
      longest = longer(longest, word);
    }
  return longest;
}
