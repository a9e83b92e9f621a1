import t from 'tap';
import { anytimeInterval, capitalAbove, capitalBelow } from '../../host/statistics/anytime.ts';
import { scoreOfElo } from '../../host/statistics/elo.ts';
import { exactBinomial } from '../../host/statistics/proportion.ts';
import { Dice } from '../fuzz/dice.ts';
import { pythonOn } from '../oracle/python.ts';
import { without } from '../support/without.ts';
import { type Shape, type Simulated, sampleOf, shapeWith, simulate } from './simulated.ts';

/** By chance alone a check fails less than once in a thousand times. */
const SELDOM = 0.001;
const ERROR = 0.05;
const ABOVE = scoreOfElo(10);

const FINE = 2 ** 30;

function simulations(shape: Shape, runs: number): readonly Simulated[] {
  const dice = new Dice(1);
  return Array.from({ length: runs }, () => simulate(shape, () => dice.roll(FINE) / FINE));
}

const countOf = (all: readonly Simulated[], verdict: Simulated['verdict']) =>
  all.filter((each) => each.verdict === verdict).length;
const pairsOf = ({ counts }: Simulated) => counts.reduce((sum, count) => sum + count, 0);
const isNoMore = (wrong: number, runs: number) =>
  wrong <= ERROR * runs || exactBinomial(wrong, runs, ERROR) > SELDOM;

t.test('20,000 simulated comparisons are wrong no more often than promised', async (t) => {
  const runs = 2500;
  for (const deviation of [0.1, 0.2, 0.29, 0.45]) {
    const level = simulations(shapeWith(0.5, deviation), runs);
    t.ok(
      isNoMore(countOf(level, 'better'), runs),
      `${countOf(level, 'better')} better, deviation ${deviation}`,
    );
    const above = simulations(shapeWith(ABOVE, deviation), runs);
    const wrong = countOf(above, 'not-better');
    t.ok(isNoMore(wrong, runs), `${wrong} not better, deviation ${deviation}`);
    for (const { counts, verdict } of [...level, ...above].slice(0, 500)) {
      const [better, not] = [capitalAbove(sampleOf(counts), 0.5), capitalBelow(sampleOf(counts), ABOVE)];
      const bound = Math.log(1 / ERROR);
      t.equal(better >= bound, verdict === 'better', `${counts}`);
      t.equal(not >= bound && better < bound, verdict === 'not-better', `${counts}`);
    }
  }
});

t.test('the median number of pairs is known for each share', async (t) => {
  for (const [mean, deviation, least, most] of [
    [1, 0, 8, 8],
    [0.88, 0.2, 10, 10],
    [0.7, 0.29, 22, 22],
    [0.6, 0.29, 70, 70],
    [0.55, 0.29, 230, 250],
    [0.53, 0.29, 600, 700],
    [ABOVE, 0.29, 2500, 2500],
    [0.5, 0.29, 2600, 2600],
    [0.5, 0.1, 370, 370],
    [0.45, 0.29, 150, 180],
  ] as const) {
    const shape = deviation === 0 ? [0, 0, 0, 0, 1] : shapeWith(mean, deviation);
    const pairs = simulations(shape, 2001).map(pairsOf);
    const median = pairs.toSorted((one, other) => one - other)[1000]!;
    t.ok(median >= 0.9 * least && median <= 1.1 * most, `${mean}, ${deviation}: ${median} pairs`);
  }
});

t.test(
  '10,000 random counts have the capitals of a program made from the equations',
  {
    skip: without('python3'),
  },
  async (t) => {
    const dice = new Dice(2);
    const all = Array.from({ length: 10_000 }, () => {
      const most = dice.oneOf([2, 10, 100, 2000]);
      return Array.from({ length: 5 }, () => dice.roll(most));
    });
    const { status, lines } = pythonOn(
      all.map((counts) => `${JSON.stringify(counts)}\n`).join(''),
      'bets.py',
    );
    t.equal(status, 0);
    t.equal(lines.length, all.length);
    const wrong = all.filter((counts, index) => {
      const [better, notBetter, ...interval] = JSON.parse(lines[index]!) as number[];
      const sample = sampleOf(counts);
      const { low, high } = anytimeInterval(sample, ERROR);
      const isClose = (one: number, other: number) => Math.abs(one - other) < 1e-8 * (1 + Math.abs(other));
      const isSame = interval.length === 0 || (low === interval[0] && high === interval[1]);
      return (
        !isClose(capitalAbove(sample, 0.5), better!) ||
        !isClose(capitalBelow(sample, ABOVE), notBetter!) ||
        !isSame
      );
    });
    t.strictSame(wrong, []);
  },
);
