import { type Estimate, errorOfMean, type Moments } from './sample.ts';

/** The rating difference whose expected score is this share of the points. */
export function eloOfScore(score: number): number {
  return 400 * Math.log10(score / (1 - score));
}

export function scoreOfElo(elo: number): number {
  return 1 / (1 + 10 ** (-elo / 400));
}

/** Elo for each unit of the logistic function. */
export const ELO_PER_NATURAL = 400 / Math.log(10);

/** Elo that a score of one standard deviation above one half comes to: the slope of the scale at its middle. */
export const ELO_PER_DEVIATION = 800 / Math.log(10);

const EVEN = 0.5;

/** The difference in rating that scores from 0 to 1 show. Its error has no end where they could be all or nothing. */
export function eloOf(scores: Moments): Estimate {
  const reach = errorOfMean(scores);
  const [low, high] = [scores.mean - reach, scores.mean + reach];
  const isKnown = scores.variance > 0 && low > 0 && high < 1;
  const error = isKnown ? (eloOfScore(high) - eloOfScore(low)) / 2 : Number.POSITIVE_INFINITY;
  return { value: eloOfScore(scores.mean), error };
}

/**
 * The difference in units of the spread of one game, which says how many games show it. `games` is how many games each
 * score is the mean of: 2 for pairs.
 */
export function normalizedEloOf(scores: Moments, games: number): Estimate {
  const spread = Math.sqrt(scores.variance * games);
  if (spread === 0) return { value: 0, error: Number.POSITIVE_INFINITY };
  const scale = ELO_PER_DEVIATION / spread;
  return { value: (scores.mean - EVEN) * scale, error: errorOfMean(scores) * scale };
}

/** A normalized difference as the mean's distance from one half, in standard deviations of such a score. */
export function deviationsOfElo(normalized: number, games: number): number {
  return (normalized * Math.sqrt(games)) / ELO_PER_DEVIATION;
}
