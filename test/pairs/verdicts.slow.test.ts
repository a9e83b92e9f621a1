import t from 'tap';
import { exactBinomial } from '../../host/statistics/proportion.ts';
import { allAgainstLess, rowAgainstRow } from './contests.ts';
import { ALPHA, comparisons, countOf } from './verdicts/whole-comparisons.ts';

t.test('better player', async (t) => {
  t.test('a player that knows all words is better than one that misses one of fifty', async (t) => {
    const all = await comparisons(allAgainstLess(0.98), 6, 10);
    const better = countOf(all, 'better');
    t.ok(better >= 5, `${better} of 6 said better`);
  });
});

t.test('equal players', async (t) => {
  /** By chance alone this fails less than once in a thousand times. */
  const SELDOM = 0.001;

  t.test('of two equal players it says better no more often than alpha allows', async (t) => {
    const runs = 80;
    const all = await comparisons(rowAgainstRow(), runs, 120);
    const [better, not] = [countOf(all, 'better'), countOf(all, 'not-better')];
    t.equal(better + not, runs, 'each was decided');
    const isNoMore = better <= ALPHA * runs || exactBinomial(better, runs, ALPHA) > SELDOM;
    t.ok(isNoMore, `${better} of ${runs} said better`);
  });
});
