import { chiSquaredBeyond } from './distributions.ts';

/** How often each category came, of one and of all together, under circumstances that were the same for all. */
export interface Stratum {
  readonly own: readonly number[];
  readonly all: readonly number[];
}

export interface Difference {
  readonly chiSquared: number;
  readonly freedom: number;
  readonly p: number;
  /** By category: what is expected of the one. */
  readonly expected: readonly number[];
}

/** Where less is expected, the distribution of chi-squared is not that of the sum: such categories are counted together. */
const LEAST_EXPECTED = 10;

interface Cell {
  readonly count: number;
  readonly expected: number;
  /** Of the others. */
  readonly elsewhere: number;
}

/**
 * Pearson's chi-squared of a table with two rows, one and the others, where what is expected is the sum over strata of what their
 * totals say. Undefined where too little is known for a comparison.
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

/** A stratum that has nothing of the one, or nothing of the others, compares nothing. */
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
