import { logGamma } from './log-gamma.ts';

/** The probability that counts differ at least as much from the expected ones; by default these are equal. */
export function chiSquared(counts: readonly number[], expected = evenly(counts)): number {
  const distance = counts.reduce((sum, count, index) => {
    const wanted = expected[index]!;
    return wanted === 0 ? sum : sum + (count - wanted) ** 2 / wanted;
  }, 0);
  return chiSquaredBeyond(distance, counts.length - 1);
}

function evenly(counts: readonly number[]): readonly number[] {
  const all = counts.reduce((sum, count) => sum + count, 0);
  return counts.map(() => all / counts.length);
}

/** The part of the distribution above a value. */
export function chiSquaredBeyond(value: number, freedom: number): number {
  if (value <= 0 || freedom < 1) return 1;
  const [shape, x] = [freedom / 2, value / 2];
  const scale = Math.exp(shape * Math.log(x) - x - logGamma(shape));
  return x < shape + 1 ? 1 - scale * below(shape, x) : scale * beyond(shape, x);
}

const ENOUGH = 1e-16;
const MOST_TERMS = 10_000;

/** The series of the incomplete gamma function: quick where x is small. */
function below(shape: number, x: number): number {
  let term = 1 / shape;
  let sum = term;
  for (let index = 1; index < MOST_TERMS && term > sum * ENOUGH; index++) {
    term *= x / (shape + index);
    sum += term;
  }
  return sum;
}

/** Its continued fraction, from the last term that counts back to the first: quick where x is large. */
function beyond(shape: number, x: number): number {
  let fraction = 0;
  for (let index = 500; index > 0; index--) {
    fraction = (index * (index - shape)) / (x + 2 * index + 1 - shape - fraction);
  }
  return 1 / (x + 1 - shape - fraction);
}
