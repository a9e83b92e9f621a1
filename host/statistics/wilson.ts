/** The confidence interval of a share. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** The deviate that 95 % of a normal distribution stay within. */
const NINETY_FIVE = 1.959963984540054;

/** The score interval of Wilson. Unlike the textbook one it stays within 0 and 1, and is no point at their ends. */
export function wilson(successes: number, trials: number, deviate = NINETY_FIVE): Interval {
  if (trials === 0) return { low: 0, high: 1 };
  const share = successes / trials;
  const square = deviate ** 2 / trials;
  const centre = share + square / 2;
  const reach = deviate * Math.sqrt((share * (1 - share)) / trials + (deviate / trials) ** 2 / 4);
  const low = successes === 0 ? 0 : (centre - reach) / (1 + square);
  const high = successes === trials ? 1 : (centre + reach) / (1 + square);
  return { low, high };
}
