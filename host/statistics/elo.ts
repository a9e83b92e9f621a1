import { type Estimate, errorOfMean, type Moments } from './sample.ts';

/** The rating difference with this expected score. */
export function eloOfScore(score: number): number {
  return 400 * Math.log10(score / (1 - score));
}

export function scoreOfElo(elo: number): number {
  return 1 / (1 + 10 ** (-elo / 400));
}

/** Elo per natural unit of the logistic function. */
export const ELO_PER_NATURAL = 400 / Math.log(10);

/** Normalized Elo per standard deviation of a game: the slope of the Elo scale at a score of one half. */
const ELO_PER_DEVIATION = 800 / Math.log(10);

const EVEN = 0.5;

/** A figure whose error may be unknown. */
export interface RoughEstimate {
  readonly value: number;
  readonly error: number | null;
}

/**
 * The difference in rating that scores from 0 to 1 show; null if all are 0 or all are 1. The error is unknown where the
 * scores are all alike, or where the interval of their mean has no rating at one of its ends.
 */
export function eloOf({ size, mean, variance }: Moments): RoughEstimate | null {
  if (size === 0 || mean <= 0 || mean >= 1) return null;
  const reach = errorOfMean({ size, mean, variance });
  const [low, high] = [mean - reach, mean + reach];
  const isKnown = variance > 0 && low > 0 && high < 1;
  return { value: eloOfScore(mean), error: isKnown ? (eloOfScore(high) - eloOfScore(low)) / 2 : null };
}

/**
 * The difference in units of the spread of one game, which says how many games show it. `games` is how many games each
 * score is the mean of: 2 for pairs. Null where scores have no spread.
 */
export function normalizedEloOf(scores: Moments, games: number): Estimate | null {
  const spread = Math.sqrt(scores.variance * games);
  if (spread === 0) return null;
  const scale = ELO_PER_DEVIATION / spread;
  return { value: (scores.mean - EVEN) * scale, error: errorOfMean(scores) * scale };
}

/** A normalized difference as the mean's distance from one half, in standard deviations of such a score. */
export function deviationsOfElo(normalized: number, games: number): number {
  return (normalized * Math.sqrt(games)) / ELO_PER_DEVIATION;
}

/** Sums of numbers that are enough for their mean, variance and likelihood. */
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
 * The log likelihood ratio of normally distributed numbers with a mean of `d1` and of `d0` standard deviations. Each hypothesis takes
 * its maximum likelihood deviation.
 */
export function ratioOfMargins(sums: Sums, d0: number, d1: number): number {
  // All numbers are 0. This is the ratio for a mean of 0 with any deviation, and so its limit.
  if (sums.squares === 0) return (sums.size * (d0 ** 2 - d1 ** 2)) / 2 + 0;
  return likelihood(sums, d1) - likelihood(sums, d0);
}

/** The log likelihood at its maximum in u = 1/deviation: n·ln u − squares·u²/2 + d·sum·u − n·d²/2. */
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
