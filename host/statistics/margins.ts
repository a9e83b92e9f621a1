import type { Moments } from './sample.ts';

/** What is kept of numbers that may be any: enough for their mean, their spread and their likelihood. */
export interface Sums {
  readonly size: number;
  readonly sum: number;
  readonly squares: number;
}

export const noSums: Sums = { size: 0, sum: 0, squares: 0 };

export function withNumber({ size, sum, squares }: Sums, number: number): Sums {
  return { size: size + 1, sum: sum + number, squares: squares + number * number };
}

export function momentsOfSums({ size, sum, squares }: Sums): Moments {
  if (size === 0) return { size, mean: 0, variance: 0 };
  const mean = sum / size;
  return { size, mean, variance: Math.max(0, squares / size - mean ** 2) };
}

/**
 * By how much normally distributed numbers are likelier, in logarithms, if their mean is `d1` standard deviations than
 * if it is `d0`, each with the deviation under which they are likeliest.
 */
export function ratioOfMargins(sums: Sums, d0: number, d1: number): number {
  // Of numbers whose mean is 0 the ratio is this whatever their deviation is, and so it is where that is 0.
  if (sums.squares === 0) return (sums.size * (d0 ** 2 - d1 ** 2)) / 2 + 0;
  return likelihood(sums, d1) - likelihood(sums, d0);
}

/** With the precision u = 1/deviation: n·ln u − squares·u²/2 + d·sum·u − n·d²/2, largest where its slope in u is 0. */
function likelihood({ size, sum, squares }: Sums, deviations: number): number {
  const slope = deviations * sum;
  const precision = (slope + Math.sqrt(slope ** 2 + 4 * size * squares)) / (2 * squares);
  return (
    size * Math.log(precision) -
    (squares * precision ** 2) / 2 +
    slope * precision -
    (size * deviations ** 2) / 2
  );
}
