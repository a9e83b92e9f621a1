import { NINETY_FIVE, normalBelow } from './distributions.ts';

/** A value and its count, which may be a fraction. */
export interface Counted {
  readonly value: number;
  readonly count: number;
}

export type Sample = readonly Counted[];

/** The size, mean and population variance of a sample. */
export interface Moments {
  readonly size: number;
  readonly mean: number;
  readonly variance: number;
}

export function momentsOf(sample: Sample): Moments {
  const size = sample.reduce((sum, { count }) => sum + count, 0);
  if (size === 0) return { size, mean: 0, variance: 0 };
  const mean = sample.reduce((sum, { value, count }) => sum + count * value, 0) / size;
  const variance = sample.reduce((sum, { value, count }) => sum + count * (value - mean) ** 2, 0) / size;
  return { size, mean, variance };
}

/** Replaces the population variance by the unbiased estimate (Bessel's correction). Null for a single value. */
export function unbiased({ size, mean, variance }: Moments): Moments | null {
  return size < 2 ? null : { size, mean, variance: (variance * size) / (size - 1) };
}

/** A value and half of its 95 % interval. */
export interface Estimate {
  readonly value: number;
  readonly error: number;
}

/** Half of the 95 % interval of a mean. */
export function errorOfMean({ size, variance }: Moments): number {
  return size === 0 ? Number.POSITIVE_INFINITY : NINETY_FIVE * Math.sqrt(variance / size);
}

/** The probability that the true mean is above a value, by the normal approximation. */
export function superiority({ size, mean, variance }: Moments, over: number): number {
  const distance = mean - over;
  if (size === 0 || distance === 0) return 0.5;
  return variance === 0 ? (distance > 0 ? 1 : 0) : normalBelow(distance / Math.sqrt(variance / size));
}
