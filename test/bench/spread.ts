import { NINETY_FIVE } from '../../host/statistics/distributions.ts';

export interface Spread {
  readonly size: number;
  readonly mean: number;
  readonly variance: number;
  /** The standard error of the variance, as a part of it. */
  readonly uncertainty: number;
}

export function spreadOf(numbers: readonly number[]): Spread {
  const size = numbers.length;
  if (size === 0) return { size, mean: 0, variance: 0, uncertainty: 0 };
  const moment = (power: number, around: number) =>
    numbers.reduce((sum, number) => sum + (number - around) ** power, 0) / size;
  const mean = moment(1, 0);
  const variance = moment(2, mean);
  return { size, mean, variance, uncertainty: Math.sqrt((moment(4, mean) / variance ** 2 - 1) / size) };
}

/** How many times larger one variance is, and half of the 95 % interval of that. */
export function spreadRatio(one: Spread, other: Spread): { ratio: number; error: number } {
  const ratio = one.variance / other.variance;
  return { ratio, error: NINETY_FIVE * ratio * Math.hypot(one.uncertainty, other.uncertainty) };
}
