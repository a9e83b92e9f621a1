import { momentsOf, type Sample } from './sample.ts';

/** Stands for a value that has not come yet: it may still come. */
const SELDOM = 1e-3;
const MOST_ROUNDS = 200;
const CLOSE = 1e-10;

/** By how much a sample is likelier, in logarithms, if its true mean is `mean1` than if it is `mean0`. */
export function ratioOfMeans(sample: Sample, mean0: number, mean1: number): number {
  const seen = regular(sample);
  return ratio(seen, likeliest(seen, mean0), likeliest(seen, mean1));
}

/** The same of a mean's distance from `middle` in standard deviations, whatever the true deviation is. */
export function ratioOfDeviations(sample: Sample, middle: number, d0: number, d1: number): number {
  const seen = regular(sample);
  return ratio(seen, likeliestAt(seen, middle, d0), likeliestAt(seen, middle, d1));
}

function regular(sample: Sample): Sample {
  return sample.map(({ value, count }) => ({ value, count: count === 0 ? SELDOM : count }));
}

function ratio(sample: Sample, under0: readonly number[], under1: readonly number[]): number {
  return sample.reduce((sum, { count }, index) => sum + count * Math.log(under1[index]! / under0[index]!), 0);
}

/** The probabilities with this mean under which the sample is likeliest. */
function likeliest(sample: Sample, mean: number): number[] {
  const distances = sample.map(({ value }) => value - mean);
  return tilted(sharesOf(sample), distances);
}

/** The probabilities p·1/(1 + x·distance) whose mean distance is 0. */
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
 * The probabilities with this distance under which the sample is likeliest. The condition is not linear in them: each
 * round takes its tangent at the probabilities of the last one (Van den Bergh's way), for a distance that is as far as it reaches.
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

/** What has the mean 0 where the mean of the values has this distance, near these probabilities. */
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

/** A test that goes on until one of two hypotheses is much likelier than the other. */
interface TestErrors {
  /** How often H1 may be accepted though H0 is true. */
  readonly alpha: number;
  /** How often H0 may be accepted though H1 is true. */
  readonly beta: number;
}

interface Bounds {
  readonly lower: number;
  readonly upper: number;
}

/** The logarithms of the likelihood ratio at which the test ends (Wald). */
export function boundsOf({ alpha, beta }: TestErrors): Bounds {
  return { lower: Math.log(beta / (1 - alpha)), upper: Math.log((1 - beta) / alpha) };
}

export function accepted(ratio: number, { lower, upper }: Bounds): 'H0' | 'H1' | null {
  if (ratio >= upper) return 'H1';
  return ratio <= lower ? 'H0' : null;
}

/** A sum of random steps between two bounds. */
interface RandomWalk {
  readonly at: number;
  readonly lower: number;
  readonly upper: number;
  /** The mean of a step. */
  readonly drift: number;
  /** The standard deviation of a step. */
  readonly deviation: number;
}

/** With less drift between the bounds the walk is as one without. */
const NO_DRIFT = 1e-6;

/** How many more steps it takes to a bound, on average, where steps are small (Brownian motion). */
export function stepsToBound({ at, lower, upper, drift, deviation }: RandomWalk): number {
  if (at <= lower || at >= upper) return 0;
  if (drift < 0) return stepsToBound({ at: -at, lower: -upper, upper: -lower, drift: -drift, deviation });
  const pull = (2 * drift) / deviation ** 2;
  if (pull * (upper - lower) < NO_DRIFT) return ((at - lower) * (upper - at)) / deviation ** 2;
  const chanceOfUpper = Math.expm1(-pull * (at - lower)) / Math.expm1(-pull * (upper - lower));
  return (lower + (upper - lower) * chanceOfUpper - at) / drift;
}
