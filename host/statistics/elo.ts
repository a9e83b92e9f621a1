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

/** The difference in rating that scores from 0 to 1 show; null where they are all alike, or could be all or nothing. */
export function eloOf(scores: Moments): Estimate | null {
  const reach = errorOfMean(scores);
  const [low, high] = [scores.mean - reach, scores.mean + reach];
  if (scores.variance === 0 || low <= 0 || high >= 1) return null;
  return { value: eloOfScore(scores.mean), error: (eloOfScore(high) - eloOfScore(low)) / 2 };
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
