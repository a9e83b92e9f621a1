import { hasWord, type Lexicon } from 'wordhost/lexicon';
import { SIDE, stepOf } from './tile-grid.ts';

export interface Marks {
  /** Cells of words that are not in the list. */
  readonly wrong: ReadonlySet<number>;
  readonly wrongWords: readonly string[];
  /** Cells outside the largest group of tiles. */
  readonly apart: ReadonlySet<number>;
}

type Laid = ReadonlyMap<number, string>;

/** Marks everything that is wrong in an unfinished grid. The judge of a peel stops at the first fault. */
export function marksOf(laid: Laid, lexicon: Lexicon): Marks {
  const runs = (['across', 'down'] as const).flatMap((direction) => runsOf(laid, stepOf(direction)));
  const bad = runs.filter((run) => !hasWord(lexicon, wordOf(laid, run)));
  return {
    wrong: new Set(bad.flat()),
    wrongWords: [...new Set(bad.map((run) => wordOf(laid, run)))],
    apart: apartFrom(laid),
  };
}

const wordOf = (laid: Laid, run: readonly number[]) => run.map((cell) => laid.get(cell)).join('');

function runsOf(laid: Laid, by: number): number[][] {
  const firsts = inOrder(laid).filter((cell) => !isBeside(laid, cell, -by) && isBeside(laid, cell, by));
  return firsts.map((first) => {
    const run = [first];
    while (isBeside(laid, run.at(-1)!, by)) run.push(run.at(-1)! + by);
    return run;
  });
}

/** All groups but the largest, the first of equal ones. */
function apartFrom(laid: Laid): ReadonlySet<number> {
  const seen = new Set<number>();
  const groups: number[][] = [];
  for (const cell of inOrder(laid)) {
    if (seen.has(cell)) continue;
    groups.push(groupAt(laid, cell, seen));
  }
  const largest = groups.reduce<readonly number[]>(
    (most, group) => (group.length > most.length ? group : most),
    [],
  );
  return new Set(groups.filter((group) => group !== largest).flat());
}

function groupAt(laid: Laid, first: number, seen: Set<number>): number[] {
  seen.add(first);
  const group = [first];
  for (const cell of group) {
    for (const by of [1, -1, SIDE, -SIDE]) {
      if (!isBeside(laid, cell, by) || seen.has(cell + by)) continue;
      seen.add(cell + by);
      group.push(cell + by);
    }
  }
  return group;
}

const inOrder = (laid: Laid) => [...laid.keys()].sort((one, other) => one - other);

/** Ends of consecutive rows are not adjacent. */
function isBeside(laid: Laid, cell: number, by: number): boolean {
  const isWithin = Math.abs(by) !== 1 || Math.floor(cell / SIDE) === Math.floor((cell + by) / SIDE);
  return isWithin && laid.has(cell + by);
}
