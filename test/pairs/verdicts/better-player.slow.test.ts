import t from 'tap';
import { allAgainstLess } from '../contests.ts';
import { comparisons, countOf } from './whole-comparisons.ts';

t.test('a player that knows all words is better than one that misses one of fifty', async (t) => {
  const all = await comparisons(allAgainstLess(0.98), 20, 10);
  const better = countOf(all, 'better');
  t.ok(better >= 19, `${better} of 20 said better`);
});
