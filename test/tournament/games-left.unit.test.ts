import t from 'tap';
import { draw, openStream, type Stream } from '../../host/core/chance.ts';
import { keyOf } from '../../host/core/seed.ts';
import { stepsToBound } from '../../host/statistics/random-walk.ts';
import { comparisonOf, type Question } from '../../host/tournament/comparison.ts';
import { countsOfPairs, type Pentanomial } from '../../host/tournament/counts.ts';
import { gamesLeft } from '../../host/tournament/games-left.ts';
import type { Model } from '../../host/tournament/likelihood-test.ts';

const bounds = { at: 0, lower: -3, upper: 3, deviation: 0.1 };

t.test(
  'steps of a random walk to its bounds: with much drift the way, with none the square of it',
  async (t) => {
    t.equal(Math.round(stepsToBound({ ...bounds, drift: 0 })), 900);
    t.equal(Math.round(stepsToBound({ ...bounds, drift: 0.1 })), 30);
    t.equal(Math.round(stepsToBound({ ...bounds, at: 2, drift: 0.1 })), 10);
    t.equal(Math.round(stepsToBound({ ...bounds, at: 2, drift: -0.1 })), 50);
    const little = stepsToBound({ ...bounds, drift: 1e-9 });
    t.ok(Math.abs(little - 900) < 1, 'a little drift is nearly none');
    t.ok(Math.abs(stepsToBound({ ...bounds, drift: 1e-6 }) - 900) < 1);
    t.equal(stepsToBound({ ...bounds, at: 3.1, drift: 0.1 }), 0);
    t.equal(stepsToBound({ ...bounds, drift: 1e6 }), 3e-6, 'nothing overflows');
  },
);

const asked = (model: Model, elo1: number): Question => ({
  test: { model, elo0: 0, elo1, alpha: 0.05, beta: 0.05 },
  notWorse: false,
  countsOffences: false,
});

t.test('without a test the rest is known; with one only when its ratio has moved', async (t) => {
  const none = comparisonOf(countsOfPairs([1, 0, 0, 0, 0]), { ...asked('normalized', 10), test: null });
  t.equal(gamesLeft(none, 100), 98);
  t.equal(gamesLeft(none, 1), 0);
  const few = comparisonOf(countsOfPairs([3, 5, 9, 6, 3]), asked('normalized', 10));
  t.equal(gamesLeft(few, 20_000), undefined, 'the drift of so few is chance');
  const clear = comparisonOf(countsOfPairs([0, 0, 9, 26, 13]), asked('normalized', 10));
  t.equal(gamesLeft(clear, 20_000), 106, 'of a great difference a few games say enough');
  t.equal(gamesLeft(clear, 100), 4, 'no more than are allowed');
});

/** Pairs with these chances, in thousandths: after how many it is known how many are left, and how many were. */
function estimateOf(chances: Pentanomial, question: Question, seed: string): readonly [number, number] {
  const counts: [number, number, number, number, number] = [0, 0, 0, 0, 0];
  let stream: Stream = openStream(keyOf(seed), 'coin');
  let told: { readonly games: number; readonly left: number } | undefined;
  for (;;) {
    let pick: number;
    [pick, stream] = draw(stream, 1000);
    let at = 0;
    for (let sum = chances[0]; pick >= sum; sum += chances[at]!) at++;
    counts[at as 0]++;
    const comparison = comparisonOf(countsOfPairs(counts), question);
    const left = told ? undefined : gamesLeft(comparison, Number.POSITIVE_INFINITY);
    if (left !== undefined) told = { games: comparison.games, left };
    if (comparison.verdict !== 'undecided') return told ? [told.left, comparison.games - told.games] : [0, 0];
  }
}

for (const model of ['normalized', 'logistic'] as const)
  for (const [name, chances] of [
    ['equal', [100, 200, 400, 200, 100]],
    ['better', [80, 170, 390, 230, 130]],
  ] as const)
    t.test(`${model}, ${name} players: the first estimate is of the right size`, async (t) => {
      const ratios = Array.from({ length: 60 }, (_, run) => {
        const [told, were] = estimateOf(chances, asked(model, 60), `${name} ${run}`);
        return (told + 10) / (were + 10);
      }).sort((one, other) => one - other);
      const median = ratios[30]!;
      t.ok(median > 1 / 3 && median < 3, `the median of told to true is ${median}`);
      const near = ratios.filter((ratio) => ratio > 1 / 5 && ratio < 5).length;
      t.ok(near >= 40, `${near} of 60 are right to a factor of five`);
    });
