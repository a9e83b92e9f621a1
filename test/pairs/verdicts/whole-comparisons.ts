import type { Comparison } from '../../../host/tournament/comparison.ts';
import { compareRun } from '../compare-run.ts';
import type { Contest } from '../play-pair.ts';

/*
 * Whole comparisons: mirrored games that the host's own code plays between players in this process. The seeds are always the
 * same ones, but which of two peels comes first is up to the machine.
 */

export const ALPHA = 0.05;

export async function comparisons(
  contest: Contest,
  runs: number,
  elo1: number,
): Promise<readonly Comparison[]> {
  const test = { model: 'normalized', elo0: 0, elo1, alpha: ALPHA, beta: 0.05 } as const;
  const question = { test, notWorse: false, countsOffences: false };
  const all = [];
  for (let run = 1; run <= runs; run++) all.push(await compareRun(contest, question, `run ${run}`));
  return all;
}

export function countOf(all: readonly Comparison[], verdict: Comparison['verdict']): number {
  return all.filter((each) => each.verdict === verdict).length;
}
