import { deviationsOfElo, scoreOfElo } from '../statistics/elo.ts';
import { ratioOfDeviations, ratioOfMeans } from '../statistics/likelihood.ts';
import { ratioOfMargins } from '../statistics/margins.ts';
import { momentsOf, type Sample } from '../statistics/sample.ts';
import { accepted, boundsOf } from '../statistics/sequential-test.ts';
import type { Counts } from './counts.ts';

export const models = ['normalized', 'logistic', 'margin'] as const;
export type Model = (typeof models)[number];

/** Two hypotheses about the difference of two players, and how often either may be taken wrongly. */
export interface LikelihoodTest {
  readonly model: Model;
  readonly elo0: number;
  readonly elo1: number;
  readonly alpha: number;
  readonly beta: number;
}

export interface TestState extends LikelihoodTest {
  readonly llr: number;
  /** How far chance moves the ratio with each pair, or game: one standard deviation. */
  readonly deviation: number;
  readonly lower: number;
  readonly upper: number;
  readonly accepted: 'H0' | 'H1' | null;
}

export function stateOf(test: LikelihoodTest, counts: Counts): TestState {
  const bounds = boundsOf(test);
  const llr = ratioOf(test, counts);
  return { ...test, llr, deviation: deviationOf(test, counts), ...bounds, accepted: accepted(llr, bounds) };
}

/** The distance between the hypotheses, in standard deviations of what is tested. */
function deviationOf({ model, elo0, elo1 }: LikelihoodTest, counts: Counts): number {
  const { sample, games } = scoresOf(counts);
  if (model !== 'logistic') return deviationsOfElo(elo1, games) - deviationsOfElo(elo0, games);
  const { variance } = momentsOf(sample);
  return variance === 0 ? 0 : (scoreOfElo(elo1) - scoreOfElo(elo0)) / Math.sqrt(variance);
}

function ratioOf({ model, elo0, elo1 }: LikelihoodTest, counts: Counts): number {
  const { sample, games } = scoresOf(counts);
  const [d0, d1] = [deviationsOfElo(elo0, games), deviationsOfElo(elo1, games)];
  if (model === 'margin') return ratioOfMargins(counts.margins, d0, d1);
  if (sample.every(({ count }) => count === 0)) return 0;
  return model === 'logistic'
    ? ratioOfMeans(sample, scoreOfElo(elo0), scoreOfElo(elo1))
    : ratioOfDeviations(sample, 0.5, d0, d1);
}

/** Shares of the points: of pairs where there are any, since two games with the same tiles are not independent. */
export function scoresOf({ pentanomial, won, drawn, lost }: Counts): { sample: Sample; games: 1 | 2 } {
  if (pentanomial)
    return { sample: pentanomial.map((count, index) => ({ value: index / 4, count })), games: 2 };
  const sample = [lost, drawn, won].map((count, index) => ({ value: index / 2, count }));
  return { sample, games: 1 };
}
