import t from 'tap';
import { normalBelow } from '../../host/statistics/distributions.ts';
import {
  deviationsOfElo,
  noSums,
  ratioOfMargins,
  scoreOfElo,
  withNumber,
} from '../../host/statistics/elo.ts';
import { accepted, boundsOf, ratioOfDeviations, ratioOfMeans } from '../../host/statistics/likelihood.ts';
import type { Sample } from '../../host/statistics/sample.ts';
import fc, { runs } from '../support/laws.ts';

t.test('likelihood', async (t) => {
  const ofPairs = (counts: readonly number[]): Sample =>
    counts.map((count, index) => ({ value: index / 4, count }));
  const close = (value: number, wanted: number, by: number) => Math.abs(value - wanted) < by;

  t.test('the ratio of a long test of fastchess is the published one', async (t) => {
    const pairs = ofPairs([365, 16618, 36229, 16974, 390]);
    const ratio = ratioOfDeviations(pairs, 0.5, deviationsOfElo(0, 2), deviationsOfElo(2, 2));
    t.equal(ratio.toFixed(2), '2.25');
  });

  t.test('it changes sign with the hypotheses, and is 0 of two that are equal', async (t) => {
    const pairs = ofPairs([34, 54, 63, 64, 75]);
    const [up, down] = [ratioOfDeviations(pairs, 0.5, 0, 0.1), ratioOfDeviations(pairs, 0.5, 0.1, 0)];
    t.ok(close(up, -down, 1e-9));
    t.equal(ratioOfDeviations(pairs, 0.5, 0.1, 0.1), 0);
    t.equal(ratioOfMeans(pairs, 0.5, 0.5), 0);
  });

  t.test('a sample seen from the other side speaks as much against it', async (t) => {
    const counts = [20, 88, 170, 101, 42];
    const [forIt, against] = [ofPairs(counts), ofPairs([...counts].reverse())];
    t.ok(close(ratioOfDeviations(forIt, 0.5, 0, 0.1), ratioOfDeviations(against, 0.5, 0, -0.1), 1e-9));
    t.ok(close(ratioOfMeans(forIt, 0.5, 0.52), ratioOfMeans(against, 0.5, 0.48), 1e-9));
  });

  t.test('of many games it is near the half of a squared distance that theory gives', async (t) => {
    // A mean just at one hypothesis: n·(distance between them)²/2, in standard deviations.
    const sample: Sample = [
      { value: 0, count: 50_000 },
      { value: 1, count: 50_000 },
    ];
    const [elo, spread] = [2, 0.5];
    const distance = (scoreOfElo(elo) - 0.5) / spread;
    const theory = (-100_000 * distance ** 2) / 2;
    t.ok(close(ratioOfMeans(sample, 0.5, scoreOfElo(elo)), theory, 0.01 * Math.abs(theory)));
    t.ok(close(ratioOfDeviations(sample, 0.5, 0, distance), theory, 0.01 * Math.abs(theory)));
  });

  t.test('a value that has not come is not impossible', async (t) => {
    const ratio = ratioOfDeviations(ofPairs([0, 0, 0, 0, 7]), 0.5, 0, deviationsOfElo(10, 2));
    t.ok(Number.isFinite(ratio) && ratio > 0, String(ratio));
    t.ok(Number.isFinite(ratioOfMeans(ofPairs([0, 0, 9, 0, 0]), 0.5, 0.52)));
  });

  t.test('it is a number for every sample and all hypotheses that can be asked for', async (t) => {
    const law = fc.property(
      fc.array(fc.oneof(fc.nat(3), fc.nat(10_000)), { minLength: 5, maxLength: 5 }),
      fc.integer({ min: -1000, max: 1000 }),
      fc.integer({ min: 1, max: 500 }),
      (counts, elo0, more) => {
        const [d0, d1] = [deviationsOfElo(elo0, 2), deviationsOfElo(Math.min(1000, elo0 + more), 2)];
        const of = (each: readonly number[]) => ratioOfDeviations(ofPairs(each), 0.5, d0, d1);
        const ratio = of(counts);
        if (!Number.isFinite(ratio)) throw new Error(`${ratio}`);
        const logistic = ratioOfMeans(ofPairs(counts), scoreOfElo(elo0), scoreOfElo(elo0 + more));
        if (!Number.isFinite(logistic)) throw new Error(`logistic: ${logistic}`);
      },
    );
    t.doesNotThrow(() => fc.assert(law, runs(300)));
    const all = (elo1: number, count: number) =>
      ratioOfDeviations(ofPairs([0, 0, 0, 0, count]), 0.5, 0, deviationsOfElo(elo1, 2));
    for (const elo1 of [10, 100, 400, 1000])
      t.ok(all(elo1, 20) > all(elo1, 5) && all(elo1, 5) > 0, `${elo1}`);
  });

  t.test('margins: theory again, any unit, and nothing of nothing', async (t) => {
    const numbers = Array.from({ length: 1000 }, (_, index) => (index % 2 === 0 ? 30 : -10));
    const sums = numbers.reduce(withNumber, noSums);
    const [mean, deviation] = [10, 20];
    const theory = (1000 * (mean / deviation) ** 2) / 2;
    const ratio = ratioOfMargins(sums, 0, mean / deviation);
    t.ok(
      close(ratio, 1000 * Math.log(Math.sqrt(500) / 20), 1e-6),
      'exactly: the deviations under both hypotheses',
    );
    t.ok(close(ratio, theory, 0.15 * theory), 'about: half of a squared distance');
    const inHundreds = numbers.map((number) => number / 100).reduce(withNumber, noSums);
    t.ok(close(ratioOfMargins(inHundreds, 0, 0.5), ratio, 1e-6));
    t.equal(ratioOfMargins(noSums, 0, 1), 0);
    const even = { size: 5000, sum: 0, squares: 0 };
    t.equal(ratioOfMargins(even, -0.04, 0), 4, 'all even: as it is where they are nearly so');
    t.ok(close(ratioOfMargins({ ...even, squares: 1e-9 }, -0.04, 0), 4, 1e-6));
  });

  t.test('the bounds of a test, and what is accepted at them', async (t) => {
    const bounds = boundsOf({ alpha: 0.05, beta: 0.05 });
    t.equal(bounds.lower.toFixed(2), '-2.94');
    t.equal(bounds.upper.toFixed(2), '2.94');
    t.same(
      [2.95, 2.9, -2.9, -2.95].map((ratio) => accepted(ratio, bounds)),
      ['H1', null, null, 'H0'],
    );
  });
});

t.test('normal', async (t) => {
  /** Of published tables of the normal distribution. */
  const published = [
    [0, 0.5],
    [0.5, 0.691462461274013],
    [1, 0.8413447460685429],
    [1.959963984540054, 0.975],
    [2.326347874040841, 0.99],
    [3.090232306167813, 0.999],
    [4, 0.9999683287581669],
  ] as const;

  t.test('the part below a deviate is as in the tables, on both sides', async (t) => {
    for (const [deviate, part] of published) {
      t.ok(Math.abs(normalBelow(deviate) - part) < 1e-12, `${deviate}`);
      t.ok(Math.abs(normalBelow(-deviate) - (1 - part)) < 1e-12, `${-deviate}`);
    }
  });

  t.test('it has no step where the way of computing it changes, and does not end at 0', async (t) => {
    t.ok(Math.abs(normalBelow(3 - 1e-9) - normalBelow(3)) < 1e-11);
    t.ok(normalBelow(-30) > 0 && normalBelow(-30) < 1e-190);
    t.equal(normalBelow(30), 1);
  });
});
