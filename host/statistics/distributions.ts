/** 95 % of a normal distribution lie within this number of standard deviations. */
export const NINETY_FIVE = 1.959963984540054;

const PRECISION = 1e-17;
/** From this deviate on, the continued fraction needs fewer terms than the series. */
const TAIL = 3;

/** The standard normal distribution function. */
export function normalBelow(deviate: number): number {
  const beyond =
    deviate > -TAIL && deviate < TAIL ? 0.5 - centralPart(Math.abs(deviate)) : tailPart(Math.abs(deviate));
  return deviate < 0 ? beyond : 1 - beyond;
}

const density = (deviate: number) => Math.exp((-deviate * deviate) / 2) / Math.sqrt(2 * Math.PI);

/** The probability between 0 and the deviate, by a Taylor series. */
function centralPart(deviate: number): number {
  let term = deviate;
  let sum = term;
  for (let odd = 3; Math.abs(term) > PRECISION; odd += 2) {
    term *= (deviate * deviate) / odd;
    sum += term;
  }
  return density(deviate) * sum;
}

/** The probability above the deviate, by Laplace's continued fraction. */
function tailPart(deviate: number): number {
  let fraction = 0;
  for (let index = 100; index > 0; index--) fraction = index / (deviate + fraction);
  return density(deviate) / (deviate + fraction);
}

/** The p-value of Pearson's chi-squared test. By default all counts have the same expectation. */
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

/** The probability that chi-squared is above a value: the regularized upper incomplete gamma function. */
export function chiSquaredBeyond(value: number, freedom: number): number {
  if (value <= 0 || freedom < 1) return 1;
  const [shape, x] = [freedom / 2, value / 2];
  const scale = Math.exp(shape * Math.log(x) - x - logGamma(shape));
  return x < shape + 1 ? 1 - scale * lowerSeries(shape, x) : scale * upperFraction(shape, x);
}

const SMALLEST_TERM = 1e-16;
const MOST_TERMS = 10_000;

/** The series of the lower incomplete gamma function, which converges fast for x below shape + 1. */
function lowerSeries(shape: number, x: number): number {
  let term = 1 / shape;
  let sum = term;
  for (let index = 1; index < MOST_TERMS && term > sum * SMALLEST_TERM; index++) {
    term *= x / (shape + index);
    sum += term;
  }
  return sum;
}

/** The continued fraction of the upper incomplete gamma function, which converges fast for larger x. */
function upperFraction(shape: number, x: number): number {
  let fraction = 0;
  for (let index = 500; index > 0; index--) {
    fraction = (index * (index - shape)) / (x + 2 * index + 1 - shape - fraction);
  }
  return 1 / (x + 1 - shape - fraction);
}

/** The numerators and denominators of the first terms of Stirling's series. */
const stirling = [
  [1, 12],
  [-1, 360],
  [1, 1260],
  [-1, 1680],
  [1, 1188],
  [-691, 360_360],
] as const;

/** From here on six terms of the series give full precision. */
const SERIES_FROM = 15;

/** The logarithm of the gamma function for x > 0, by Stirling's series after a shift. */
export function logGamma(x: number): number {
  let shift = 0;
  let shifted = x;
  for (; shifted < SERIES_FROM; shifted++) shift += Math.log(shifted);
  const series = stirling.reduce(
    (sum, [top, bottom], index) => sum + top / bottom / shifted ** (2 * index + 1),
    0,
  );
  return (shifted - 0.5) * Math.log(shifted) - shifted + Math.log(2 * Math.PI) / 2 + series - shift;
}
