import t from 'tap';
import { exactBinomial } from '../../host/statistics/proportion.ts';
import type { Comparison, Question } from '../../host/tournament/comparison.ts';
import { compareRun } from '../pairs/compare-run.ts';
import { allAgainstLess, rowAgainstRow } from '../pairs/contests.ts';
import type { Contest } from '../pairs/play-pair.ts';

/*
 * The verdicts of whole comparisons: mirrored games that the host's own code plays between players in this process. The seeds
 * are always the same ones, but which of two peels comes first is up to the machine: by chance alone the first test fails less than
 * once in a thousand times.
 */

const SELDOM = 0.001;
const ALPHA = 0.05;

const asked = (elo1: number): Question => ({
  test: { model: 'normalized', elo0: 0, elo1, alpha: ALPHA, beta: 0.05 },
  notWorse: false,
  countsOffences: false,
});

async function comparisons(contest: Contest, runs: number, elo1: number): Promise<readonly Comparison[]> {
  const all = [];
  for (let run = 1; run <= runs; run++) all.push(await compareRun(contest, asked(elo1), `run ${run}`));
  return all;
}

function countOf(all: readonly Comparison[], verdict: Comparison['verdict']): number {
  return all.filter((each) => each.verdict === verdict).length;
}

t.test('of two equal players it says better no more often than alpha allows', async (t) => {
  const runs = 200;
  const all = await comparisons(rowAgainstRow(), runs, 80);
  const [better, not] = [countOf(all, 'better'), countOf(all, 'not-better')];
  t.equal(better + not, runs, 'each was decided');
  const isNoMore = better <= ALPHA * runs || exactBinomial(better, runs, ALPHA) > SELDOM;
  t.ok(isNoMore, `${better} of ${runs} said better`);
});

t.test('a player that knows all words is better than one that misses one of fifty', async (t) => {
  const all = await comparisons(allAgainstLess(0.98), 20, 10);
  const better = countOf(all, 'better');
  t.ok(better >= 19, `${better} of 20 said better`);
});
