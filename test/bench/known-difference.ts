/*
 * A player with all words against one with a part of them: what both tests of `wordhost compare` say of the same games, in so many
 * comparisons with other seeds. The sequential test is that of fastchess. `known-difference.ts [GAME [PART [RUNS [FIRST]]]]`: `boggle` (in turns; some seconds a comparison) or `scrabble`
 * (`longest`; minutes), the part of the words from 0 to 1, how many, and the number of the first one. A line of JSON for each test.
 */
import { compareRun } from '../pairs/compare-run.ts';
import { allAgainstLess, longestAgainstLess } from '../pairs/contests.ts';

const contests = { boggle: allAgainstLess, scrabble: longestAgainstLess };

const [name = 'boggle', ...numbers] = process.argv.slice(2);
const [part = 0.97, runs = 20, first = 1] = numbers.map(Number);
if (!(name in contests)) throw new Error(`expected boggle or scrabble, and not ${name}`);
const contest = contests[name as keyof typeof contests](part);
const tests = {
  anytime: { kind: 'anytime', difference: 10, alpha: 0.05, beta: 0.05 },
  sprt: { model: 'normalized', elo0: 0, elo1: 10, alpha: 0.05, beta: 0.05 },
} as const;

for (let run = first; run < first + runs; run++) {
  const seed = `known difference ${run}`;
  for (const [name, test] of Object.entries(tests)) {
    const found = await compareRun(contest, { test, notWorse: false, countsOffences: false }, seed);
    const { verdict, games, pentanomial, normalizedElo, timeouts } = found;
    process.stdout.write(
      `${JSON.stringify({ part, run, test: name, verdict, games, pentanomial, normalizedElo, timeouts })}\n`,
    );
  }
}
