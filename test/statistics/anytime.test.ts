import t from 'tap';
import { anytimeInterval, capitalAbove, capitalBelow } from '../../host/statistics/anytime.ts';
import { scoreOfElo } from '../../host/statistics/elo.ts';
import fc, { runs } from '../support/laws.ts';
import { sampleOf, shapeWith } from './simulated.ts';

const ABOVE = scoreOfElo(10);

/** Counts of pairs with 0, ¼, ½, ¾ and 1, the logarithms of both capitals, and the interval of the share. */
const published = [
  [[0, 0, 0, 0, 5], 1.6851, -0.6993, 0.3109, 0.9999],
  [[0, 0, 0, 0, 8], 3.3447, -0.9038, 0.4766, 0.9999],
  [[0, 0, 1, 1, 10], 4.9503, -1.0441, 0.5607, 0.9975],
  [[5, 10, 30, 12, 6], -0.1624, -0.3937, 0.3995, 0.6303],
  [[20, 7, 2, 1, 0], -1.613, 14.1036, 0.0367, 0.3003],
  [[0, 0, 100, 0, 0], 0, 1.2198, 0.4706, 0.5294],
] as const;

t.test('the capitals and intervals of six counts are known to the fourth digit', async (t) => {
  for (const [counts, better, notBetter, low, high] of published) {
    const sample = sampleOf(counts);
    t.equal(Number(capitalAbove(sample, 0.5).toFixed(4)) + 0, better, `${counts}`);
    t.equal(Number(capitalBelow(sample, ABOVE).toFixed(4)), notBetter, `${counts}`);
    const { low: least, high: most } = anytimeInterval(sample, 0.05);
    t.strictSame([least, most], [low, high], `${counts}`);
  }
});

const pairs = fc.array(fc.nat(4), { maxLength: 60 });
const means = fc.double({ min: 0.01, max: 0.99, noNaN: true });
const countsOf = (all: readonly number[]) =>
  [0, 1, 2, 3, 4].map((x) => all.filter((each) => each === x).length);

t.test('the order of the pairs does not matter, nor whose share is told', async (t) => {
  fc.assert(
    fc.property(pairs, means, (all, mean) => {
      const counts = countsOf(all);
      const together = capitalAbove(sampleOf(counts), mean);
      const oneByOne = capitalAbove(
        all.map((x) => ({ value: x / 4, count: 1 })),
        mean,
      );
      const ofOther = capitalBelow(sampleOf(counts.toReversed()), 1 - mean);
      const isClose = (one: number, other: number) => Math.abs(one - other) < 1e-9 * (1 + Math.abs(one));
      return isClose(together, oneByOne) && isClose(together, ofOther);
    }),
    runs(300),
  );
  t.pass('tried');
});

t.test('a capital is a fair bet: under the hypothesis it is 1 on average', async (t) => {
  /** The mean capital over all sequences of so many pairs, each with its probability. */
  function meanCapital(
    shape: readonly number[],
    length: number,
    capital: (counts: number[]) => number,
  ): number {
    const over = (counts: number[], left: number): number =>
      left === 0
        ? Math.exp(capital(counts))
        : shape.reduce((sum, chance, x) => sum + chance * over(counts.with(x, counts[x]! + 1), left - 1), 0);
    return over([0, 0, 0, 0, 0], length);
  }

  for (const [mean, deviation] of [
    [0.5, 0.29],
    [0.5, 0.1],
    [ABOVE, 0.45],
    [0.2, 0.3],
  ] as const) {
    const shape = shapeWith(mean, deviation);
    for (let length = 1; length <= 6; length++) {
      const above = meanCapital(shape, length, (counts) => capitalAbove(sampleOf(counts), mean));
      const below = meanCapital(shape, length, (counts) => capitalBelow(sampleOf(counts), mean));
      t.ok(
        Math.abs(above - 1) < 1e-9 && Math.abs(below - 1) < 1e-9,
        `${mean}, ${length}: ${above}, ${below}`,
      );
    }
  }
});

t.test('against a hypothesis that is wrong the mean capital grows', async (t) => {
  const sample = sampleOf([2, 3, 5, 10, 20]);
  t.ok(capitalAbove(sample, 0.5) > 0);
  t.ok(capitalBelow(sample, 0.9) > 0);
  t.ok(capitalAbove(sample, 0.5) > capitalAbove(sample, 0.6), 'a higher mean is harder to exclude');
});
