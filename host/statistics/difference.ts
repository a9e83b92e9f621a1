import { chiSquaredBeyond } from './distributions.ts';

/** The counts of each category for one worker and for all workers, over games of the same kind. */
export interface Stratum {
  readonly own: readonly number[];
  readonly all: readonly number[];
}

export interface Difference {
  readonly chiSquared: number;
  readonly freedom: number;
  readonly p: number;
  /** The expected count of each category. */
  readonly expected: readonly number[];
}

/** With smaller expected counts the sum is not distributed as chi-squared, so such categories are pooled. */
const LEAST_EXPECTED = 10;

interface Cell {
  readonly count: number;
  readonly expected: number;
  /** The expected count of the others. */
  readonly elsewhere: number;
}

/**
 * Pearson's chi-squared of a table with two rows, one worker and the others. The expected counts are summed over the strata. Returns
 * undefined if there are too few games.
 */
export function differenceFromOthers(strata: readonly Stratum[]): Difference | undefined {
  const categories = strata[0]?.all.length ?? 0;
  const cells = Array.from({ length: categories }, (_, category) => cellOf(strata, category));
  const large = pooled(cells);
  if (large.length < 2) return undefined;
  const chiSquared = large.reduce(
    (sum, { count, expected, elsewhere }) => sum + (count - expected) ** 2 * (1 / expected + 1 / elsewhere),
    0,
  );
  const freedom = large.length - 1;
  return {
    ...{ chiSquared, freedom, p: chiSquaredBeyond(chiSquared, freedom) },
    expected: cells.map(({ expected }) => expected),
  };
}

/** Leaves out strata in which only one side has games. */
function cellOf(strata: readonly Stratum[], category: number): Cell {
  let [count, expected, elsewhere] = [0, 0, 0];
  for (const { own, all } of strata) {
    const [owned, total] = [sumOf(own), sumOf(all)];
    if (owned === 0 || owned === total) continue;
    const share = (all[category]! * owned) / total;
    count += own[category]!;
    expected += share;
    elsewhere += all[category]! - share;
  }
  return { count, expected, elsewhere };
}

function pooled(cells: readonly Cell[]): readonly Cell[] {
  const bySize = cells
    .filter(({ expected }) => expected > 0)
    .sort((one, other) => sizeOf(one) - sizeOf(other));
  while (bySize.length > 1 && sizeOf(bySize[0]!) < LEAST_EXPECTED) {
    const [least, next, ...more] = bySize as [Cell, Cell, ...Cell[]];
    const both = {
      count: least.count + next.count,
      expected: least.expected + next.expected,
      elsewhere: least.elsewhere + next.elsewhere,
    };
    bySize.splice(0, bySize.length, ...[both, ...more].sort((one, other) => sizeOf(one) - sizeOf(other)));
  }
  return bySize;
}

const sizeOf = ({ expected, elsewhere }: Cell) => Math.min(expected, elsewhere);

function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}
