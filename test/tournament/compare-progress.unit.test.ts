import t from 'tap';
import { CompareProgress, compareParts } from '../../host/cli/comparing/compare-progress.ts';
import { draw, openStream, type Stream } from '../../host/core/chance.ts';
import { keyOf } from '../../host/core/seed.ts';
import {
  type Comparison,
  comparisonOf,
  type Question,
  type Verdict,
} from '../../host/tournament/comparison.ts';
import { Counting, countsOfPairs, type Pentanomial } from '../../host/tournament/counts.ts';
import { lineOfParts } from '../../host/views/terminal/live/line-parts.ts';

const test = { model: 'normalized', elo0: 0, elo1: 10, alpha: 0.05, beta: 0.05 } as const;
const asked: Question = { test, notWorse: false, countsOffences: false };
const comparison = {
  ...comparisonOf(countsOfPairs([34, 54, 63, 64, 75]), asked),
  won: 300,
  drawn: 30,
  lost: 250,
};

/** The line on a terminal of so many columns. */
function lineOf(shown: Comparison, seconds: number, mostGames: number, columns = 80): string {
  return lineOfParts(compareParts(shown, seconds, mostGames), columns - 1);
}

t.test('the line says how it stands, and what may be left', async (t) => {
  t.equal(
    lineOf(comparison, 58, 20_000),
    '580 games, 10.0/s, 300-30-250, Elo 55.6 ± 27.7, 2.48 in ±2.94, ~110 left (11 s)',
  );
  t.match(lineOf(comparison, 58, 600), /~20 left \(2 s\)$/, 'no more than are allowed');
  t.match(lineOf({ ...comparison, sprt: null }, 0.58, 2000), /, 1000\/s, .*, 1420 left \(2 s\)$/);
  const uneven = comparisonOf(countsOfPairs([34, 54, 63, 64, 75]), {
    ...asked,
    test: { ...test, alpha: 0.01 },
  });
  t.match(lineOf(uneven, 580, 20_000), /2\.48 in -2\.99\.\.4\.55/);
});

t.test('on a narrow terminal its less important parts are left out', async (t) => {
  t.equal(lineOf(comparison, 58, 20_000, 60), '580 games, 300-30-250, 2.48 in ±2.94, ~110 left (11 s)');
  t.equal(lineOf(comparison, 58, 20_000, 40), '580 games, 300-30-250, ~110 left (11 s)');
});

t.test('while the games say nothing, the time that is left is unknown', async (t) => {
  const none = comparisonOf(new Counting().counts, asked);
  t.equal(lineOf(none, 3, 20_000), '0 games, 0.00 in ±2.94, time left unknown');
  const few = comparisonOf(countsOfPairs([3, 5, 9, 6, 3]), asked);
  t.match(lineOf(few, 3, 20_000), /time left unknown$/);
});

t.test('off a terminal there is a line each half minute; with --quiet none', async (t) => {
  let time = 0;
  const written: string[] = [];
  const stream = {
    isTTY: false,
    write: (text: string) => written.push(text),
  } as unknown as NodeJS.WriteStream;
  const progress = new CompareProgress({ stream, redraws: false, now: () => time, mostGames: 2000 });
  for (; time < 95_000; time += 1000) progress.show(comparison);
  progress.clear();
  t.equal(written.length, 3);
  t.match(written[0], /^580 games, .*\n$/);
  const quiet = new CompareProgress({ stream: undefined, redraws: false, mostGames: 2000 });
  quiet.show(comparison);
  t.equal(written.length, 3);
});

/** Pairs are drawn with these chances, in thousandths, until the test is decided. */
function verdictOfRun(chances: Pentanomial, seed: string, most: number): Verdict {
  const counts: [number, number, number, number, number] = [0, 0, 0, 0, 0];
  let stream: Stream = openStream(keyOf(seed), 'coin');
  for (let pair = 1; pair <= most; pair++) {
    let pick: number;
    [pick, stream] = draw(stream, 1000);
    let at = 0;
    for (let sum = chances[0]; pick >= sum; sum += chances[at]!) at++;
    counts[at as 0]++;
    if (pair % 8 !== 0) continue;
    const { verdict } = comparisonOf(countsOfPairs(counts), { ...asked, test: { ...test, elo1: 60 } });
    if (verdict !== 'undecided') return verdict;
  }
  return 'undecided';
}

const runsOf = (name: string, chances: Pentanomial) =>
  Array.from({ length: 100 }, (_, run) => verdictOfRun(chances, `${name} ${run}`, 4000));

t.test(
  'of two equal players it says better no more often than alpha; of one so much better, nearly always',
  async (t) => {
    const equal = runsOf('equal', [100, 200, 400, 200, 100]);
    const wrong = equal.filter((verdict) => verdict === 'better').length;
    t.ok(wrong <= 10, `${wrong} of 100 were wrong`);
    t.ok(equal.filter((verdict) => verdict === 'not-better').length >= 90);
    const better = runsOf('better', [60, 150, 380, 260, 150]);
    t.ok(better.filter((verdict) => verdict === 'better').length >= 90);
  },
);
