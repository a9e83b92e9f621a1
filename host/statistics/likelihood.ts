import { momentsOf, type Sample } from './sample.ts';

/** Replaces a count of 0, since a value that has not come yet may still come. */
const ZERO_COUNT = 1e-3;
const MOST_ROUNDS = 200;
const CLOSE = 1e-10;

/** The generalized log likelihood ratio of "the true mean is `mean1`" to "it is `mean0`" (Van den Bergh, 2019). */
export function ratioOfMeans(sample: Sample, mean0: number, mean1: number): number {
  const seen = regular(sample);
  return ratio(seen, likeliest(seen, mean0), likeliest(seen, mean1));
}

/** The log likelihood ratio of two distances of the mean from `middle`, in standard deviations, with an unknown true deviation. */
export function ratioOfDeviations(sample: Sample, middle: number, d0: number, d1: number): number {
  const seen = regular(sample);
  return ratio(seen, likeliestAt(seen, middle, d0), likeliestAt(seen, middle, d1));
}

function regular(sample: Sample): Sample {
  return sample.map(({ value, count }) => ({ value, count: count === 0 ? ZERO_COUNT : count }));
}

function ratio(sample: Sample, under0: readonly number[], under1: readonly number[]): number {
  return sample.reduce((sum, { count }, index) => sum + count * Math.log(under1[index]! / under0[index]!), 0);
}

/** The maximum likelihood probabilities with this mean. */
function likeliest(sample: Sample, mean: number): number[] {
  const distances = sample.map(({ value }) => value - mean);
  return tilted(sharesOf(sample), distances);
}

/** The probabilities share / (1 + x · distance) whose mean distance is 0. Bisection finds x. */
function tilted(shares: readonly number[], distances: readonly number[]): number[] {
  const [least, most] = [Math.min(...distances), Math.max(...distances)];
  let [low, high] = [-1 / most, -1 / least];
  for (let round = 0; round < 200 && high - low > CLOSE * 1e-4; round++) {
    const x = (low + high) / 2;
    const slope = shares.reduce((sum, share, index) => {
      const distance = distances[index]!;
      return sum + (share * distance) / (1 + x * distance);
    }, 0);
    if (slope > 0) low = x;
    else high = x;
  }
  const x = (low + high) / 2;
  return shares.map((share, index) => share / (1 + x * distances[index]!));
}

/**
 * The maximum likelihood probabilities with this distance. The condition is not linear in the probabilities, so each round replaces
 * it by its tangent at the result of the last round (Van den Bergh, 2019).
 */
function likeliestAt(sample: Sample, middle: number, deviations: number): number[] {
  const shares = sharesOf(sample);
  let found = shares.map(() => 1 / shares.length);
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const next = tilted(shares, tangentAt(sample, found, middle, deviations));
    const moved = Math.max(...next.map((share, index) => Math.abs(share - found[index]!)));
    found = next;
    if (moved < CLOSE) break;
  }
  return found;
}

/** The tangent of the condition at these probabilities. If it has no solution there, the distance is moved closer to the present one. */
function tangentAt(
  sample: Sample,
  probabilities: readonly number[],
  middle: number,
  deviations: number,
): number[] {
  const { mean, variance } = momentsOf(
    sample.map(({ value }, index) => ({ value, count: probabilities[index]! })),
  );
  const spread = Math.sqrt(variance);
  const here = (mean - middle) / spread;
  for (let aim = deviations; ; aim = (aim + here) / 2) {
    const tangent = sample.map(({ value }) => {
      const curve = (1 + ((mean - value) / spread) ** 2) / 2;
      return value - middle - aim * spread * curve;
    });
    if (Math.min(...tangent) < 0 && Math.max(...tangent) > 0) return tangent;
  }
}

function sharesOf(sample: Sample): number[] {
  const { size } = momentsOf(sample);
  return sample.map(({ count }) => count / size);
}

/** The error rates of a sequential probability ratio test. */
interface TestErrors {
  /** The probability that H1 is accepted although H0 is true. */
  readonly alpha: number;
  /** The probability that H0 is accepted although H1 is true. */
  readonly beta: number;
}

interface Bounds {
  readonly lower: number;
  readonly upper: number;
}

/** The bounds of the log likelihood ratio (Wald, Sequential tests of statistical hypotheses, 1945). */
export function boundsOf({ alpha, beta }: TestErrors): Bounds {
  return { lower: Math.log(beta / (1 - alpha)), upper: Math.log((1 - beta) / alpha) };
}

export function accepted(ratio: number, { lower, upper }: Bounds): 'H0' | 'H1' | null {
  if (ratio >= upper) return 'H1';
  return ratio <= lower ? 'H0' : null;
}

/** A random walk between two bounds. */
interface RandomWalk {
  readonly at: number;
  readonly lower: number;
  readonly upper: number;
  /** The mean of a step. */
  readonly drift: number;
  /** The standard deviation of a step. */
  readonly deviation: number;
}

/** Below this, the drift is 0 for all purposes, and the formula with drift would divide by 0. */
const NO_DRIFT = 1e-6;

/** The mean number of steps to a bound, by the approximation of small steps (Brownian motion). */
export function stepsToBound({ at, lower, upper, drift, deviation }: RandomWalk): number {
  if (at <= lower || at >= upper) return 0;
  if (drift < 0) return stepsToBound({ at: -at, lower: -upper, upper: -lower, drift: -drift, deviation });
  const pull = (2 * drift) / deviation ** 2;
  if (pull * (upper - lower) < NO_DRIFT) return ((at - lower) * (upper - at)) / deviation ** 2;
  const chanceOfUpper = Math.expm1(-pull * (at - lower)) / Math.expm1(-pull * (upper - lower));
  return (lower + (upper - lower) * chanceOfUpper - at) / drift;
}
