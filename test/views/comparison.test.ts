import t from 'tap';
import { RunProgress } from '../../host/cli/reports/run-progress.ts';
import { draw, openStream, type Stream } from '../../host/core/chance.ts';
import { keyOf } from '../../host/core/seed.ts';
import {
  type Comparison,
  Counting,
  type Counts,
  comparisonOf,
  countsOfPairs,
  type Pentanomial,
  type Question,
  type Verdict,
} from '../../host/tournament/comparison.ts';
import { compareParts, comparisonWords, verdictWords } from '../../host/views/comparison.ts';
import { lineOfParts } from '../../host/views/terminal/progress.ts';

t.test('compare progress', async (t) => {
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
    const uneven = comparisonOf(countsOfPairs([34, 54, 63, 64, 75]), {
      ...asked,
      test: { ...test, alpha: 0.01 },
    });
    t.match(lineOf(uneven, 580, 20_000), /2\.48 in -2\.99\.\.4\.55/);
  });

  t.test('an any-time test, and games that are only counted, have an interval that is drawn', async (t) => {
    const anytime = { kind: 'anytime', difference: 10, alpha: 0.05, beta: 0.05 } as const;
    const lines = [
      [anytime, false, 'better 0.5/20, not better 1.9/20'],
      [anytime, true, 'not worse 0.5/20, worse 1.8/20'],
      [null, false, '1980 left (17 min)'],
    ] as const;
    for (const [test, notWorse, rest] of lines) {
      const question = { test, notWorse, countsOffences: false };
      const shown = comparisonOf(countsOfPairs([5, 0, 4, 0, 1]), question);
      t.equal(lineOf(shown, 10, 2000), `20 games, 2.0/s, [.---o--|---....] 6-71 %, ${rest}`);
      t.ok(comparisonWords(shown).includes('[.---o--|---....] 6-71 %'), 'at the end, too');
    }
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
    const parts = (seconds: number) => compareParts(comparison, seconds, 2000);
    const output = { beforeWriting() {} };
    const progress = new RunProgress(output, { stream, redraws: false, now: () => time }, parts);
    for (; time < 95_000; time += 1000) progress.show();
    progress.clear();
    t.equal(written.length, 3);
    t.match(written[0], /^580 games, .*\n$/);
    const quiet = new RunProgress(output, { stream: undefined, redraws: false }, parts);
    quiet.show();
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
});

t.test('verdict words', async (t) => {
  const test = { model: 'normalized', elo0: 0, elo1: 10, alpha: 0.05, beta: 0.1 } as const;
  const asked: Question = { test, notWorse: false, countsOffences: false };
  const none = new Counting().counts;
  const won = countsOfPairs([100, 100, 500, 1000, 1000]);
  const lost = countsOfPairs([1000, 1000, 500, 100, 100]);

  const told = (counts: Counts, question: Partial<Question> = {}) =>
    verdictWords(comparisonOf(counts, { ...asked, ...question }));

  t.test('the verdict, on how many games, and how often such a verdict is wrong', async (t) => {
    t.same(told(won), [
      'NEW is better: it has 75.0 % of 5,400 games.',
      'If there were no difference, at most about 5 % of such comparisons would have this result.',
    ]);
    t.same(told(lost), [
      'NEW is not better: it has 25.0 % of 5,400 games.',
      'If NEW were better by 10 Elo (normalized), at most about 10 % of such comparisons would have this result.',
    ]);
    const notWorse = { notWorse: true, test: { ...test, model: 'logistic', elo0: -10, elo1: 0 } } as const;
    t.same(told(won, notWorse), [
      'NEW is not worse: it has 75.0 % of 5,400 games.',
      'If NEW were worse by 10 Elo (logistic), at most about 5 % of such comparisons would have this result.',
    ]);
    t.same(told(lost, notWorse), [
      'NEW is worse: it has 25.0 % of 5,400 games.',
      'If there were no difference, at most about 10 % of such comparisons would have this result.',
    ]);
  });

  t.test('undecided: how many more games it takes, if anybody can tell', async (t) => {
    t.same(told(none), ['Undecided: no game was played.']);
    t.same(told(countsOfPairs([1, 1, 1, 1, 1])), [
      'NEW and OLD are equal so far (5 of 10 points); the test has not decided: more games are needed.',
    ]);
    t.same(told(countsOfPairs([34, 54, 63, 64, 75])), [
      'NEW is better so far (336 of 580 points); the test has not decided: more games are needed, about 96.',
    ]);
    t.same(told({ ...none, won: 2, lost: 38 }), [
      'NEW is worse so far (2 of 40 points); the test has not decided: more games are needed.',
    ]);
  });

  t.test('without a test: how often equal players would do so well, or so badly', async (t) => {
    const untested = { test: null };
    t.same(told(none, untested), ['No game was played.']);
    t.same(told(countsOfPairs([34, 54, 63, 64, 45]), untested), [
      'NEW has 53.1 % of 520 games.',
      'If there were no difference, NEW would do as well in 6.1 % of such comparisons.',
    ]);
    t.match(told(countsOfPairs([45, 64, 63, 54, 34]), untested)[1], 'NEW would do as badly in 6.1 % of');
    t.match(told(won, untested)[1], 'in less than 0.01 % of');
    t.same(
      told(countsOfPairs([0, 0, 0, 0, 2]), untested),
      ['NEW has 100.0 % of 4 games.'],
      'so few say nothing',
    );
  });

  t.test('an offence', async (t) =>
    t.same(told({ ...none, lost: 1, out: [1, 0] }), [
      'NEW committed an offense: the comparison ended after 1 game.',
    ]),
  );

  t.test('games that NEW won because OLD broke down are named', async (t) => {
    t.same(told({ ...won, out: [0, 5400] }), [
      ...told(won),
      'OLD committed an offense in 5,400 of 5,400 games: such games do not show which bot is better.',
    ]);
    t.same(told({ ...none, won: 1, out: [0, 1] }, { test: null }).slice(1), [
      'OLD committed an offense in 1 of 1 games: such games do not show which bot is better.',
    ]);
  });

  t.test('of players that play alike that is said', async (t) => {
    const even = { ...countsOfPairs([0, 0, 5, 0, 0]), margins: { size: 5, sum: 0, squares: 0 } };
    t.same(told(even), [
      'NEW and OLD are equal so far (5 of 10 points); the test has not decided: more games are needed.',
      'All pairs were exactly even: NEW and OLD seem to play alike.',
    ]);
    t.equal(told({ ...even, margins: { size: 5, sum: 0, squares: 2 } }).length, 1, 'not to the point');
    t.equal(told({ ...even, pentanomial: [0, 0, 4, 0, 0] }).length, 1, 'too few');
    t.equal(told(countsOfPairs([0, 0, 50, 0, 0])).length, 1, 'a race has no points');
  });

  t.test('a game without the other one of its pair is not in the share', async (t) => {
    const counts = { ...countsOfPairs([0, 0, 2, 1, 6]), won: 14, drawn: 5, lost: 0 };
    t.equal(told(counts, { test: null })[0], 'NEW has 86.1 % of the 18 paired games.');
  });

  t.test('above a hypothesis below 0 it is not worse, and no more', async (t) => {
    const question = { test: { ...test, elo0: -10, elo1: 1 } };
    t.match(told(countsOfPairs([0, 10, 4000, 10, 0]), question)[0], /^NEW is not worse: it has 50\.0 % of/);
  });
});
