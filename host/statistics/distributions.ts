/** The deviate that 95 % of a normal distribution stay within. */
export const NINETY_FIVE = 1.959963984540054;

const PRECISION = 1e-17;
/** Beyond it the series needs many terms, and the fraction few. */
const TAIL = 3;

/** The part of the normal distribution below a deviate. */
export function normalBelow(deviate: number): number {
  const beyond = deviate > -TAIL && deviate < TAIL ? 0.5 - near(Math.abs(deviate)) : far(Math.abs(deviate));
  return deviate < 0 ? beyond : 1 - beyond;
}

const density = (deviate: number) => Math.exp((-deviate * deviate) / 2) / Math.sqrt(2 * Math.PI);

/** From the middle to the deviate. */
function near(deviate: number): number {
  let term = deviate;
  let sum = term;
  for (let odd = 3; Math.abs(term) > PRECISION; odd += 2) {
    term *= (deviate * deviate) / odd;
    sum += term;
  }
  return density(deviate) * sum;
}

/** From the deviate outwards: a continued fraction, from its last term back to the first. */
function far(deviate: number): number {
  let fraction = 0;
  for (let index = 100; index > 0; index--) fraction = index / (deviate + fraction);
  return density(deviate) / (deviate + fraction);
}

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

const SMALLEST_TERM = 1e-16;
const MOST_TERMS = 10_000;

/** The series of the incomplete gamma function: quick where x is small. */
function below(shape: number, x: number): number {
  let term = 1 / shape;
  let sum = term;
  for (let index = 1; index < MOST_TERMS && term > sum * SMALLEST_TERM; index++) {
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

/** Of Stirling's series: the numerators and denominators of its first terms, with alternating signs. */
const stirling = [
  [1, 12],
  [-1, 360],
  [1, 1260],
  [-1, 1680],
  [1, 1188],
  [-691, 360_360],
] as const;

/** From here on the series is as exact as a number can be. */
const FAR = 15;

/** The logarithm of the gamma function, for numbers above 0. */
export function logGamma(x: number): number {
  let shift = 0;
  let far = x;
  for (; far < FAR; far++) shift += Math.log(far);
  const series = stirling.reduce(
    (sum, [top, bottom], index) => sum + top / bottom / far ** (2 * index + 1),
    0,
  );
  return (far - 0.5) * Math.log(far) - far + Math.log(2 * Math.PI) / 2 + series - shift;
}
