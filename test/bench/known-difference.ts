/*
 * A player with all words against one with a part of them: what the default test of `wordhost compare` says, in so many comparisons
 * with other seeds. `known-difference.ts [GAME [PART [RUNS [FIRST]]]]`: `boggle` (in turns; some seconds a comparison) or `scrabble`
 * (`longest`; minutes), the part of the words from 0 to 1, how many, and the number of the first one. A line of JSON for each.
 */
import { compareRun } from '../pairs/compare-run.ts';
import { allAgainstLess, longestAgainstLess } from '../pairs/contests.ts';

const contests = { boggle: allAgainstLess, scrabble: longestAgainstLess };

const [name = 'boggle', ...numbers] = process.argv.slice(2);
const [part = 0.97, runs = 20, first = 1] = numbers.map(Number);
if (!(name in contests)) throw new Error(`expected boggle or scrabble, and not ${name}`);
const contest = contests[name as keyof typeof contests](part);
const test = { model: 'normalized', elo0: 0, elo1: 10, alpha: 0.05, beta: 0.05 } as const;

for (let run = first; run < first + runs; run++) {
  const seed = `known difference ${run}`;
  const found = await compareRun(contest, { test, notWorse: false, countsOffences: false }, seed);
  const { verdict, games, pentanomial, normalizedElo, timeouts } = found;
  process.stdout.write(
    `${JSON.stringify({ part, run, verdict, games, pentanomial, normalizedElo, timeouts })}\n`,
  );
}
