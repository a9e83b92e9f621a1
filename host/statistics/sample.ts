import { NINETY_FIVE, normalBelow } from './distributions.ts';

/** A value, and how often it came. A count may be a part of one. */
export interface Counted {
  readonly value: number;
  readonly count: number;
}

export type Sample = readonly Counted[];

/** What a sample comes to. */
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

/** With the variance that a sample shows on average of where it comes from: of few numbers it is larger. None of a single one. */
export function unbiased({ size, mean, variance }: Moments): Moments | null {
  return size < 2 ? null : { size, mean, variance: (variance * size) / (size - 1) };
}

/** A figure, and half of the interval that has the true one 95 times of 100. */
export interface Estimate {
  readonly value: number;
  readonly error: number;
}

/** Half of the 95 % interval of a mean. */
export function errorOfMean({ size, variance }: Moments): number {
  return size === 0 ? Number.POSITIVE_INFINITY : NINETY_FIVE * Math.sqrt(variance / size);
}

/** How sure it is that the true mean is above a value. */
export function superiority({ size, mean, variance }: Moments, over: number): number {
  const distance = mean - over;
  if (size === 0 || distance === 0) return 0.5;
  return variance === 0 ? (distance > 0 ? 1 : 0) : normalBelow(distance / Math.sqrt(variance / size));
}
