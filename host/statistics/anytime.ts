import type { Interval } from './proportion.ts';
import type { Sample } from './sample.ts';

/**
 * Bets against a hypothesis about the mean of values from 0 to 1. Under the hypothesis no bet gains on average, so the capital
 * is a nonnegative supermartingale that begins with 1: with probability at most α it ever reaches 1/α (Ville's inequality). The
 * capitals may therefore be looked at after each value. See Waudby-Smith and Ramdas, Estimating means of bounded random variables
 * by betting, Journal of the Royal Statistical Society B 86 (2024), section 4: here several bettors with fixed fractions share
 * the starting capital, so that the result depends on the counts of the values alone, not on their order.
 */
interface Bettor {
  /** The share of the capital that is bet on each value: it is lost if the value is the worst one. */
  readonly fraction: number;
  /** The bettor's share of the starting capital, in parts of all. */
  readonly weight: number;
}

export const bettors: readonly Bettor[] = [
  { fraction: 0.025, weight: 3 },
  { fraction: 0.05, weight: 3 },
  { fraction: 0.1, weight: 2 },
  { fraction: 0.2, weight: 2 },
  { fraction: 0.4, weight: 2 },
  { fraction: 0.8, weight: 1 },
  { fraction: 0.98, weight: 1 },
];
const allWeights = bettors.reduce((sum, { weight }) => sum + weight, 0);

/** The logarithm of K⁺(m) = Σ wⱼ · Π (1 + fⱼ / m · (x − m)): the capital against "the mean is at most m". */
export function capitalAbove(sample: Sample, mean: number): number {
  const logs = bettors.map(({ fraction, weight }) =>
    sample.reduce(
      (sum, { value, count }) =>
        count === 0 ? sum : sum + count * Math.log1p((fraction / mean) * (value - mean)),
      Math.log(weight / allWeights),
    ),
  );
  const highest = Math.max(...logs);
  return highest + Math.log(logs.reduce((sum, log) => sum + Math.exp(log - highest), 0));
}

/** The logarithm of K⁻(m) = Σ wⱼ · Π (1 − fⱼ / (1 − m) · (x − m)): the capital against "the mean is at least m". */
export function capitalBelow(sample: Sample, mean: number): number {
  return capitalAbove(
    sample.map(({ value, count }) => ({ value: 1 - value, count })),
    1 - mean,
  );
}

interface SteppedInterval extends Interval {
  /** It reaches the first step, or the last: how much farther it goes is not known. */
  readonly isOpenBelow: boolean;
  readonly isOpenAbove: boolean;
}

/** The interval is told in steps of 1/10,000, from the first to the last step between 0 and 1. */
const STEPS = 10_000;

/** All means against which neither capital has reached 2/α. It holds at all moments at once, with probability 1 − α. */
export function anytimeInterval(sample: Sample, alpha: number): SteppedInterval {
  const bound = Math.log(2 / alpha);
  const low = firstStep((mean) => capitalAbove(sample, mean) < bound);
  const fromTop = firstStep((mean) => capitalBelow(sample, 1 - mean) < bound);
  return {
    low: low / STEPS,
    high: (STEPS - fromTop) / STEPS,
    isOpenBelow: low === 1,
    isOpenAbove: fromTop === 1,
  };
}

/** The lowest step at which a condition holds that holds at all higher ones. */
function firstStep(holds: (mean: number) => boolean): number {
  let [low, high] = [1, STEPS - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle / STEPS)) high = middle;
    else low = middle + 1;
  }
  return low;
}
