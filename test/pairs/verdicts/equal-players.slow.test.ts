import t from 'tap';
import { exactBinomial } from '../../../host/statistics/proportion.ts';
import { rowAgainstRow } from '../contests.ts';
import { ALPHA, comparisons, countOf } from './whole-comparisons.ts';

/** By chance alone this fails less than once in a thousand times. */
const SELDOM = 0.001;

t.test('of two equal players it says better no more often than alpha allows', async (t) => {
  const runs = 200;
  const all = await comparisons(rowAgainstRow(), runs, 80);
  const [better, not] = [countOf(all, 'better'), countOf(all, 'not-better')];
  t.equal(better + not, runs, 'each was decided');
  const isNoMore = better <= ALPHA * runs || exactBinomial(better, runs, ALPHA) > SELDOM;
  t.ok(isNoMore, `${better} of ${runs} said better`);
});
