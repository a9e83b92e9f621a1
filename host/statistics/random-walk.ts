/** A sum of random steps between two bounds. */
export interface RandomWalk {
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
