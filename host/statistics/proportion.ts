import { logGamma, NINETY_FIVE } from './distributions.ts';

/** Equal probabilities may differ in their last digits by rounding. */
const AS_LIKELY = 1 + 1e-7;

/**
 * The exact two-sided binomial test: the probability of all results that are at most as likely as this one.
 */
export function exactBinomial(successes: number, trials: number, chance = 0.5): number {
  if (trials === 0) return 1;
  const observed = likelihood(successes, trials, chance) * AS_LIKELY;
  let sum = 0;
  for (let count = 0; count <= trials; count++) {
    const each = likelihood(count, trials, chance);
    if (each <= observed) sum += each;
  }
  return Math.min(1, sum);
}

function likelihood(successes: number, trials: number, chance: number): number {
  const failures = trials - successes;
  const ways = logGamma(trials + 1) - logGamma(successes + 1) - logGamma(failures + 1);
  return Math.exp(ways + successes * Math.log(chance) + failures * Math.log1p(-chance));
}

/** The confidence interval of a share. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** Wilson's score interval (1927). It stays within 0 and 1, and has a length at 0 and 1 too. */
export function wilson(successes: number, trials: number, deviate = NINETY_FIVE): Interval {
  if (trials === 0) return { low: 0, high: 1 };
  const share = successes / trials;
  const square = deviate ** 2 / trials;
  const center = share + square / 2;
  const reach = deviate * Math.sqrt((share * (1 - share)) / trials + (deviate / trials) ** 2 / 4);
  const low = successes === 0 ? 0 : (center - reach) / (1 + square);
  const high = successes === trials ? 1 : (center + reach) / (1 + square);
  return { low, high };
}
