import t from 'tap';
import { draw, openStream, type Stream } from '../../host/core/chance.ts';
import { VoidMatch } from '../../host/core/errors.ts';
import { keyOf } from '../../host/core/seed.ts';
import { CompareFold } from '../../host/runs/comparison.ts';
import type { PlayedGame } from '../../host/runs/experiment.ts';
import { RunProgress } from '../../host/runs/report/progress.ts';
import { stepsToBound } from '../../host/statistics/likelihood.ts';
import type { Model } from '../../host/tournament/comparison.ts';
import {
  type ComparedResult,
  type Comparison,
  Counting,
  type Counts,
  comparisonOf,
  countsOfGames,
  countsOfPairs,
  gameBetweenTwo,
  gamesLeft,
  type Pentanomial,
  type Question,
  type Verdict,
} from '../../host/tournament/comparison.ts';
import { formatKinds, offenderRules, type PlayedStage } from '../../host/tournament/formats/format.ts';
import { knockout, roundsReached } from '../../host/tournament/formats/knockout.ts';
import { stepsAfter } from '../../host/tournament/formats/ladder.ts';
import { Matching, pairUp } from '../../host/tournament/formats/swiss.ts';
import { Schedule } from '../../host/tournament/schedule.ts';
import { compareParts, verdictWords } from '../../host/views/comparison.ts';
import { lineOfParts } from '../../host/views/terminal/progress.ts';
import fc, { runs } from '../support/laws.ts';
import { entrantsOf, outcomeOf, plain, playOut } from './schedule/play-out.ts';

t.test('compare fold', async (t) => {
  const test = { model: 'normalized', elo0: 0, elo1: 200, alpha: 0.05, beta: 0.05 } as const;

  const seatOf = (entry: number, game: number) => ((entry + game) % 2) + 1;

  /** A game of a mirrored series that NEW has won. */
  function won(game: number): PlayedGame {
    const players = [1, 2].map((entry) => ({
      seat: seatOf(entry, game),
      entry,
      outcome: entry === 1 ? 'won' : 'lost',
    }));
    const result = { seed: `${Math.ceil(game / 2)}`, reason: 'out', winner: seatOf(1, game), players };
    return { game, again: false, report: { result } } as unknown as PlayedGame;
  }

  const newFold = () => new CompareFold({ test, notWorse: false, countsOffences: false });

  t.test('a pair that misses a void game does not keep the others from deciding', async (t) => {
    const fold = newFold();
    fold.take({ game: 1, failure: new VoidMatch('no memory') });
    for (let game = 2; game <= 40 && !fold.isDone; game++) fold.take(won(game));
    t.ok(fold.isDone);
    t.equal(fold.comparison.verdict, 'better');
  });

  t.test('nothing is decided before the first pair is whole', async (t) => {
    const fold = newFold();
    fold.take(won(1));
    t.notOk(fold.isDone);
  });
});

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

t.test('comparison', async (t) => {
  const test = { model: 'normalized', elo0: 0, elo1: 10, alpha: 0.05, beta: 0.05 } as const;
  const asked: Question = { test, notWorse: false, countsOffences: false };

  t.test('Elo of pairs and of games is as fastchess has published it', async (t) => {
    const { elo, normalizedElo, games, pairs, won } = comparisonOf(
      countsOfPairs([34, 54, 63, 64, 75]),
      asked,
    );
    t.equal(`${elo?.value.toFixed(2)} ± ${elo?.error?.toFixed(2)}`, '55.58 ± 27.65');
    t.equal(`${normalizedElo?.value.toFixed(2)} ± ${normalizedElo?.error.toFixed(2)}`, '57.94 ± 28.28');
    t.same({ games, pairs, won }, { games: 580, pairs: 290, won: null });
    const single = comparisonOf(countsOfGames(136, 111, 96), asked);
    t.equal(`${single.elo?.value.toFixed(2)} ± ${single.elo?.error?.toFixed(2)}`, '40.70 ± 30.43');
    t.equal((100 * single.los!).toFixed(2), '99.60');
  });

  t.test('of few games, or of games that all ended alike, the error of Elo is not known', async (t) => {
    const tried: readonly (readonly [Counts, value: string | undefined])[] = [
      [countsOfGames(3, 0, 1), '190.85'],
      [countsOfGames(1, 0, 1), '0.00'],
      [countsOfPairs([0, 0, 40, 0, 0]), '0.00'],
      [countsOfPairs([1, 0, 0, 0, 1]), '0.00'],
      [countsOfPairs([0, 0, 0, 60, 0]), '190.85'],
      [countsOfGames(4, 0, 0), undefined],
      [countsOfPairs([3, 0, 0, 0, 0]), undefined],
    ];
    for (const [counts, value] of tried) {
      const { elo } = comparisonOf(counts, asked);
      t.strictSame([elo?.value.toFixed(2), elo?.error ?? null], [value, null]);
    }
    for (const counts of [countsOfPairs([0, 0, 0, 60, 0]), countsOfGames(4, 0, 0)])
      t.match(comparisonOf(counts, asked), { normalizedElo: null, los: null });
  });

  const nobody = comparisonOf(new Counting().counts, asked);

  t.test('without games there are no figures', async (t) => {
    t.match(nobody, {
      games: 0,
      pairs: null,
      score: null,
      elo: null,
      los: null,
      margin: null,
      verdict: 'undecided',
    });
    t.equal(nobody.sprt?.llr, 0);
  });

  const seats = (mine: number, more: object = {}): ComparedResult['players'] => [
    { seat: mine, entry: 1, outcome: 'won', score: 400, timeouts: 1, ...more },
    { seat: 3 - mine, entry: 2, outcome: 'lost', score: 350, timeouts: 0 },
  ];
  const game = (seed: string, mine: number, winner: number | null, more: object = {}): ComparedResult => ({
    seed,
    reason: 'out',
    winner,
    players: seats(mine, more),
  });

  t.test('a game is seen by one player, wherever it sat; an interrupted one says nothing', async (t) => {
    t.match(gameBetweenTwo(game('a', 2, 2), 1), {
      points: 1,
      margin: 50,
      timeouts: [1, 0],
      out: [false, false],
    });
    t.match(gameBetweenTwo(game('a', 2, 2), 2), { points: 0, margin: -50, timeouts: [0, 1] });
    t.match(gameBetweenTwo(game('a', 1, null), 1), { points: 0.5 }, 'nobody won: a draw');
    t.match(gameBetweenTwo(game('a', 1, 2, { outcome: 'offender', score: undefined }), 1), {
      points: 0,
      margin: undefined,
      out: [true, false],
    });
    t.equal(gameBetweenTwo({ ...game('a', 1, null), reason: 'interrupted' }, 1), undefined);
    t.equal(gameBetweenTwo(game('a', 1, 1), 3), undefined);
  });

  t.test('two games with one seed are a pair; the others wait', async (t) => {
    const counting = new Counting();
    for (const [seed, mine, winner] of [
      ['a', 1, 1],
      ['b', 1, 2],
      ['b', 2, 2],
      ['c', 1, 1],
      ['c', 2, 2],
    ] as const)
      counting.add(gameBetweenTwo(game(seed, mine, winner), 1)!);
    t.equal(counting.waiting, 1);
    const comparison = comparisonOf(counting.counts, asked);
    t.match(comparison, {
      games: 5,
      pairs: 2,
      pentanomial: [0, 0, 1, 0, 1],
      won: 4,
      drawn: 0,
      lost: 1,
      score: 0.75,
      timeouts: [5, 0],
    });
    t.match(comparison.margin, { mean: 50, error: 0 }, 'points a game');
  });

  t.test('how far chance moves a margin: of one pair nobody knows, of few it is more', async (t) => {
    const marginOf = (size: number, sum: number, squares: number) =>
      comparisonOf({ ...countsOfPairs([0, 0, size, 0, 0]), margins: { size, sum, squares } }, asked).margin;
    t.same(marginOf(1, 456, 456 ** 2), { mean: 228, error: null });
    t.equal(marginOf(2, 0, 2 * 20 ** 2)?.error?.toFixed(2), (1.96 * 10).toFixed(2), 'divided by one less');
  });

  const manyWon = countsOfPairs([10, 10, 50, 100, 100]);
  const manyLost = countsOfPairs([100, 100, 50, 10, 10]);

  t.test('the verdict follows from the test, the question, and offences', async (t) => {
    const verdict = (counts: typeof manyWon, more: Partial<Question> = {}) =>
      comparisonOf(counts, { ...asked, ...more }).verdict;
    t.equal(verdict(manyWon), 'better');
    t.equal(verdict(manyLost), 'not-better');
    t.equal(verdict(manyWon, { notWorse: true }), 'not-worse');
    t.equal(verdict(manyLost, { notWorse: true }), 'worse');
    t.equal(verdict(countsOfPairs([1, 1, 1, 1, 1])), 'undecided');
    t.equal(verdict(manyWon, { test: null }), 'counted');
    const between = (elo0: number, elo1: number) => ({ test: { ...test, elo0, elo1 } });
    t.equal(verdict(manyWon, between(-10, 0)), 'not-worse', 'as with --not-worse');
    t.equal(verdict(manyLost, between(-10, 0)), 'worse');
    t.equal(verdict(manyWon, between(-5, 5)), 'not-worse');
    t.equal(verdict(manyLost, between(-5, 5)), 'not-better');
    const out = { ...manyWon, out: [1, 0] as const };
    t.equal(verdict(out), 'offence');
    t.equal(verdict(out, { countsOffences: true }), 'better');
    t.equal(verdict({ ...manyWon, out: [0, 3] as const }), 'better', 'an offence of OLD is a game won');
  });

  t.test('by the margin of points, and by plain Elo', async (t) => {
    const counting = new Counting();
    for (let index = 0; index < 200; index++) {
      const points = index % 3;
      const drawn = { seed: `${index}`, points: 0.5, margin: points, out: [false, false] } as const;
      for (const seat of [1, 2]) counting.add({ ...drawn, seat, timeouts: [0, 0], errors: [0, 0] });
    }
    const byMargin = { ...asked, test: { ...test, model: 'margin' } } as const;
    t.equal(comparisonOf(counting.counts, byMargin).verdict, 'better');
    t.not(comparisonOf(counting.counts, asked).verdict, 'better', 'every game was drawn');
    const logistic = { ...asked, test: { ...test, model: 'logistic' } } as const;
    t.equal(comparisonOf(manyWon, logistic).verdict, 'better');
  });
});

t.test('games left', async (t) => {
  const bounds = { at: 0, lower: -3, upper: 3, deviation: 0.1 };

  t.test(
    'steps of a random walk to its bounds: with much drift the way, with none the square of it',
    async (t) => {
      t.equal(Math.round(stepsToBound({ ...bounds, drift: 0 })), 900);
      t.equal(Math.round(stepsToBound({ ...bounds, drift: 0.1 })), 30);
      t.equal(Math.round(stepsToBound({ ...bounds, at: 2, drift: 0.1 })), 10);
      t.equal(Math.round(stepsToBound({ ...bounds, at: 2, drift: -0.1 })), 50);
      const little = stepsToBound({ ...bounds, drift: 1e-9 });
      t.ok(Math.abs(little - 900) < 1, 'a little drift is nearly none');
      t.ok(Math.abs(stepsToBound({ ...bounds, drift: 1e-6 }) - 900) < 1);
      t.equal(stepsToBound({ ...bounds, at: 3.1, drift: 0.1 }), 0);
      t.equal(stepsToBound({ ...bounds, drift: 1e6 }), 3e-6, 'nothing overflows');
    },
  );

  const asked = (model: Model, elo1: number): Question => ({
    test: { model, elo0: 0, elo1, alpha: 0.05, beta: 0.05 },
    notWorse: false,
    countsOffences: false,
  });

  t.test('without a test the rest is known; with one only when its ratio has moved', async (t) => {
    const none = comparisonOf(countsOfPairs([1, 0, 0, 0, 0]), { ...asked('normalized', 10), test: null });
    t.equal(gamesLeft(none, 100), 98);
    t.equal(gamesLeft(none, 1), 0);
    const few = comparisonOf(countsOfPairs([3, 5, 9, 6, 3]), asked('normalized', 10));
    t.equal(gamesLeft(few, 20_000), undefined, 'the drift of so few is chance');
    const clear = comparisonOf(countsOfPairs([0, 0, 9, 26, 13]), asked('normalized', 10));
    t.equal(gamesLeft(clear, 20_000), 106, 'of a great difference a few games say enough');
    t.equal(gamesLeft(clear, 100), 4, 'no more than are allowed');
  });

  /** Pairs with these chances, in thousandths: after how many it is known how many are left, and how many were. */
  function estimateOf(chances: Pentanomial, question: Question, seed: string): readonly [number, number] {
    const counts: [number, number, number, number, number] = [0, 0, 0, 0, 0];
    let stream: Stream = openStream(keyOf(seed), 'coin');
    let told: { readonly games: number; readonly left: number } | undefined;
    for (;;) {
      let pick: number;
      [pick, stream] = draw(stream, 1000);
      let at = 0;
      for (let sum = chances[0]; pick >= sum; sum += chances[at]!) at++;
      counts[at as 0]++;
      const comparison = comparisonOf(countsOfPairs(counts), question);
      const left = told ? undefined : gamesLeft(comparison, Number.POSITIVE_INFINITY);
      if (left !== undefined) told = { games: comparison.games, left };
      if (comparison.verdict !== 'undecided')
        return told ? [told.left, comparison.games - told.games] : [0, 0];
    }
  }

  for (const model of ['normalized', 'logistic'] as const)
    for (const [name, chances] of [
      ['equal', [100, 200, 400, 200, 100]],
      ['better', [80, 170, 390, 230, 130]],
    ] as const)
      t.test(`${model}, ${name} players: the first estimate is of the right size`, async (t) => {
        const ratios = Array.from({ length: 60 }, (_, run) => {
          const [told, were] = estimateOf(chances, asked(model, 60), `${name} ${run}`);
          return (told + 10) / (were + 10);
        }).sort((one, other) => one - other);
        const median = ratios[30]!;
        t.ok(median > 1 / 3 && median < 3, `the median of told to true is ${median}`);
        const near = ratios.filter((ratio) => ratio > 1 / 5 && ratio < 5).length;
        t.ok(near >= 40, `${near} of 60 are right to a factor of five`);
      });
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

t.test('schedule', async (t) => {
  const format = fc
    .record({
      kind: fc.constantFrom(...formatKinds),
      rounds: fc.integer({ min: 1, max: 6 }),
      seats: fc.integer({ min: 2, max: 4 }),
      mirrored: fc.boolean(),
      heroes: fc.integer({ min: 1, max: 2 }),
      games: fc.integer({ min: 1, max: 3 }),
    })
    .map((each) => {
      const seats = ['round-robin', 'swiss'].includes(each.kind) ? each.seats : 2;
      return { ...each, seats, games: each.mirrored ? 2 * each.games : each.games };
    });
  const players = fc.integer({ min: 4, max: 9 });
  const chance = fc.record({
    salt: fc.nat(),
    draws: fc.constantFrom(0, 30, 100),
    offences: fc.constantFrom(0, 0, 5, 40),
  });
  const offender = fc.constantFrom(...offenderRules.filter((rule) => rule !== 'stop'));

  t.test('every format ends, and gives the same games in whatever order they end', async () => {
    fc.assert(
      fc.property(
        ...[format, players, chance, offender, fc.integer({ min: 2, max: 9 }), fc.nat()],
        (format, players, chance, offender, jobs, order) => {
          const terms = { entrants: entrantsOf(players, format), offender };
          const alone = playOut(terms, chance);
          const together = playOut(terms, chance, { jobs, order });
          const counting = JSON.stringify(alone.counting);
          return (
            alone.schedule.isOver &&
            together.schedule.isOver &&
            counting === JSON.stringify(together.counting)
          );
        },
      ),
      runs(300),
    );
  });

  t.test('started again after any of its games, it asks for the same ones', async () => {
    fc.assert(
      fc.property(
        ...[format, players, chance, offender, fc.double({ min: 0, max: 1, noNaN: true })],
        (format, players, chance, offender, share) => {
          const terms = { entrants: entrantsOf(players, format), offender };
          const { games, counting } = playOut(terms, chance);
          const before = games.slice(0, Math.floor(games.length * share));
          const schedule = new Schedule(terms);
          for (const game of before) schedule.take(game.number, outcomeOf(game, chance));
          const [next] = schedule.due();
          const after = games.slice(before.length);
          if (JSON.stringify(next) !== JSON.stringify(after[0])) return false;
          for (const game of after) schedule.take(game.number, outcomeOf(game, chance));
          return schedule.isOver && counting.every(({ number }) => schedule.counts(number));
        },
      ),
      runs(300),
    );
  });

  t.test('mirrored, each of a meeting has each seat once', async () => {
    fc.assert(
      fc.property(format, players, chance, (format, players, chance) => {
        if (!format.mirrored) return true;
        const { games } = playOut({ entrants: entrantsOf(players, format), offender: 'lose' }, chance);
        return games.every(({ number, players }, index) => {
          if ((number - 1) % format.seats !== 0) return true;
          const group = games.slice(index, index + format.seats);
          return players.every((player) => {
            const seats = group.map((game) => game.players.indexOf(player));
            return new Set(seats).size === format.seats && !seats.includes(-1);
          });
        });
      }),
      runs(200),
    );
  });

  t.test('a player that is dropped plays no more, and the others go on', async (t) => {
    const entrants = entrantsOf(6, { ...plain, kind: 'round-robin', rounds: 3 });
    const schedule = new Schedule({ entrants, offender: 'drop' });
    const [first] = schedule.due();
    schedule.take(first!.number, { points: [1, 0], out: [false, true], margins: [0, 0] });
    const gone = first!.players[1]!;
    t.same([...schedule.dropped], [[gone, first!.number]]);
    const due = [...schedule.due()];
    t.equal(due.length, 3 * 10, 'the games of five players');
    t.notOk(due.some(({ players }) => players.includes(gone)));
    t.equal(schedule.known, 31);
  });

  t.test('what a dropped player had played already in a later game does not count', async (t) => {
    const entrants = entrantsOf(4, { ...plain, kind: 'round-robin' });
    const schedule = new Schedule({ entrants, offender: 'drop' });
    const games = [...schedule.due()];
    const [one, ...more] = games;
    const later = more.find(({ players }) => players.includes(one!.players[0]!))!;
    schedule.take(later.number, { points: [0.5, 0.5], out: [false, false], margins: [0, 0] });
    t.ok(schedule.counts(later.number));
    schedule.take(one!.number, { points: [0, 1], out: [true, false], margins: [0, 0] });
    t.notOk(schedule.counts(later.number));
    t.match(schedule, { counted: 1, uncounted: 1 });
  });

  t.test('with offender: stop, the first offence ends it', async (t) => {
    const entrants = entrantsOf(4, { ...plain, kind: 'round-robin' });
    const schedule = new Schedule({ entrants, offender: 'stop' });
    const [one] = schedule.due();
    schedule.take(one!.number, { points: [0, 1], out: [true, false], margins: [0, 0] });
    t.equal(schedule.stoppedBy, one!.number);
    t.same([...schedule.due()], []);
  });

  t.test('how many games there are is known before the first', async (t) => {
    for (const [kind, games] of Object.entries({
      'round-robin': 3 * 10,
      gauntlet: 3 * 4,
      swiss: 3 * 2,
      knockout: 4,
      ladder: 3 * 2,
    })) {
      const format = { ...plain, kind: kind as 'swiss', rounds: 3 };
      const schedule = new Schedule({ entrants: entrantsOf(5, format), offender: 'lose' });
      t.equal(schedule.planned, games, kind);
    }
    const [one, more] = [
      { ...plain, kind: 'round-robin' } as const,
      { ...plain, kind: 'round-robin', rounds: 2 } as const,
    ];
    const versions = [
      { players: 3, format: one },
      { players: 4, format: more },
    ];
    const schedule = new Schedule({ entrants: { versions, from: [1, 1, 1, 1] }, offender: 'lose' });
    t.equal(schedule.planned, 12, 'also what a later version of the file has added');
  });

  t.test('players and rounds that are added leave the games before them as they were', async () => {
    fc.assert(
      fc.property(
        fc.constantFrom('round-robin', 'gauntlet', 'swiss', 'ladder'),
        ...[players, fc.nat({ max: 3 }), fc.nat({ max: 2 }), chance, fc.integer({ min: 2, max: 3 })],
        (kind, players, more, rounds, chance, seats) => {
          const size = kind === 'round-robin' || kind === 'swiss' ? seats : 2;
          const format = { ...plain, kind, rounds: 3, seats: size } as const;
          const before = playOut({ entrants: entrantsOf(players, format), offender: 'lose' }, chance);
          const later = { players: players + more, format: { ...format, rounds: 3 + rounds } };
          const from = [...Array<number>(players).fill(1), ...Array<number>(more).fill(4)];
          const entrants = { versions: [{ players, format }, later], from };
          const after = playOut({ entrants, offender: 'lose' }, chance);
          const old = after.games.slice(0, before.games.length);
          const isPlanned = new Schedule({ entrants, offender: 'lose' }).planned <= after.games.length;
          const isAll =
            kind !== 'round-robin' || after.games.length === fullRoundRobin(players + more, 3 + rounds, size);
          return JSON.stringify(old) === JSON.stringify(before.games) && isAll && isPlanned;
        },
      ),
      runs(200),
    );
  });

  function fullRoundRobin(players: number, rounds: number, seats: number): number {
    const pairs = (players * (players - 1)) / 2;
    return rounds * (seats === 2 ? pairs : (pairs * (players - 2)) / 3);
  }
});

t.test('matching', async (t) => {
  const most = 12;
  const graph = fc.record({
    size: fc.integer({ min: 2, max: most }),
    edges: fc.array(fc.boolean(), { minLength: most * most, maxLength: most * most }),
  });

  /** By trying everything: slow, and simple enough to be seen through. */
  function canBePaired(open: readonly number[], mayMeet: (one: number, other: number) => boolean): boolean {
    const [one, ...others] = open;
    if (one === undefined) return true;
    return others.some(
      (other) =>
        mayMeet(one, other) &&
        canBePaired(
          others.filter((each) => each !== other),
          mayMeet,
        ),
    );
  }

  t.test('a perfect matching is found where there is one, also after pairs were taken out', async () => {
    fc.assert(
      fc.property(graph, fc.nat(), ({ size, edges }, pick) => {
        const mayMeet = (one: number, other: number) =>
          edges[Math.min(one, other) * most + Math.max(one, other)]!;
        const all = Array.from({ length: size }, (_, index) => index);
        const matching = new Matching(size, mayMeet);
        if (matching.isPerfect !== canBePaired(all, mayMeet)) return false;
        if (!matching.isPerfect) return true;
        const other = 1 + (pick % (size - 1));
        const rest = all.filter((each) => each !== 0 && each !== other);
        return matching.take(0, other) === canBePaired(rest, mayMeet);
      }),
      runs(2000),
    );
  });

  t.test('an odd circle is no trap', async (t) => {
    const drawn = ['.x...x', 'x.x...', '.x.xx.', '..x.x.', '..xx..', 'x.....'];
    const matching = new Matching(6, (one, other) => drawn[one]![other] === 'x');
    t.ok(matching.isPerfect);
    t.notOk(matching.take(0, 1), 'then the last one would be alone');
    t.ok(matching.take(0, 5), 'and nothing was changed');
  });
});

t.test('knockout', async (t) => {
  const cup = { ...plain, kind: 'knockout' } as const;
  const even = { points: [0.5, 0.5], out: [false, false], margins: [0, 0] };

  t.test(
    'the first of the file go on without a game where they are no power of two, and the first two meet last',
    async (t) => {
      const stage = knockout(entrantsOf(6, cup), [], new Set())!;
      t.same(stage.byes, [0, 1]);
      t.same(
        stage.meetings.map(({ players }) => players),
        [
          [2, 5],
          [3, 4],
        ],
      );
      const { schedule } = playFavourites(8);
      t.same(
        schedule.past.map(({ meetings }) => meetings.map(({ players }) => players.join('-')).join(' ')),
        ['0-7 1-6 2-5 3-4', '0-3 1-2', '0-1'],
      );
    },
  );

  function playFavourites(players: number) {
    const schedule = new Schedule({ entrants: entrantsOf(players, cup), offender: 'lose' });
    for (let [game] = schedule.due(); game; [game] = schedule.due()) {
      const best = Math.min(...game.players);
      const points = game.players.map((player) => Number(player === best));
      schedule.take(game.number, { points, out: [false, false], margins: [0, 0] });
    }
    return { schedule };
  }

  t.test('a pair that is even plays on until one leads', async (t) => {
    const schedule = new Schedule({ entrants: entrantsOf(2, { ...cup, games: 2 }), offender: 'lose' });
    for (const number of [1, 2, 3]) schedule.take(number, even);
    t.notOk(schedule.isOver);
    schedule.take(4, { ...even, points: [0, 1] });
    t.ok(schedule.isOver);
    t.same(
      [...roundsReached(schedule.past, [0, 1])],
      [
        [0, 1],
        [1, 2],
      ],
    );
  });

  t.test(
    'a pair that never leads is decided by points in the games, or by the place in the file',
    async (t) => {
      for (const { margins, winner } of [
        { margins: [-1, 1], winner: 1 },
        { margins: [0, 0], winner: 0 },
      ]) {
        const schedule = new Schedule({ entrants: entrantsOf(2, cup), offender: 'lose' });
        for (let [game] = schedule.due(); game; [game] = schedule.due())
          schedule.take(game.number, { ...even, margins: game.players.map((player) => margins[player]!) });
        t.equal(schedule.game(11)?.number, 11);
        t.equal(schedule.game(12), undefined, 'it ends');
        t.equal(roundsReached(schedule.past, [0, 1]).get(winner), 2);
      }
    },
  );

  t.test('one winner is left, also when players are dropped', async () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 33 }),
        fc.nat(),
        fc.constantFrom(0, 20),
        (players, salt, offences) => {
          const terms = { entrants: entrantsOf(players, cup), offender: 'drop' } as const;
          const { schedule } = playOut(terms, { salt, draws: 20, offences });
          const all = Array.from({ length: players }, (_, player) => player);
          const reached = roundsReached(schedule.past, all);
          const last = Math.max(...reached.values());
          return [...reached.values()].filter((round) => round === last).length === 1;
        },
      ),
      runs(150),
    );
  });

  t.test('on a ladder whoever wins a challenge stands above', async (t) => {
    const entrants = entrantsOf(4, { ...plain, kind: 'ladder', rounds: 3 });
    const schedule = new Schedule({ entrants, offender: 'lose' });
    const seen: string[] = [];
    for (let [game] = schedule.due(); game; [game] = schedule.due()) {
      seen.push(game.players.join('-'));
      // The last of the file is the best.
      const best = Math.max(...game.players);
      const points = game.players.map((player) => Number(player === best));
      schedule.take(game.number, { ...even, points });
    }
    t.same(seen, ['0-1', '2-3', '0-3', '1-3', '0-2']);
    t.same(stepsAfter(entrants, schedule.past), [3, 1, 2, 0]);
  });
});

t.test('swiss', async (t) => {
  const chance = fc.record({
    salt: fc.nat(),
    draws: fc.constantFrom(0, 30),
    offences: fc.constantFrom(0, 0, 2),
  });

  function playSwiss(players: number, rounds: number, chance: Parameters<typeof playOut>[1], seats = 2) {
    const format = { ...plain, kind: 'swiss', rounds, seats } as const;
    return playOut({ entrants: entrantsOf(players, format), offender: 'drop' }, chance);
  }

  const times = (list: readonly number[], player: number) => list.filter((each) => each === player).length;

  function metTwice(past: readonly PlayedStage[]): boolean {
    const pairs = past.flatMap(({ meetings }) => meetings.map(({ players }) => players.toSorted().join(' ')));
    return new Set(pairs).size < pairs.length;
  }

  t.test(
    'with 4 to 65 players nobody meets anybody twice in half as many rounds, and byes and sides are spread',
    async () => {
      fc.assert(
        fc.property(
          fc.integer({ min: 4, max: 65 }),
          fc.integer({ min: 1, max: 9 }),
          chance,
          (players, rounds, luck) => {
            // With so few rounds there is always a pairing without a repetition: each may still meet half of the others.
            const few = Math.min(rounds, Math.floor(players / 2) - 1);
            const { schedule } = playSwiss(players, few, { ...luck, offences: 0 });
            const byes = schedule.past.flatMap((stage) => stage.byes);
            const games = schedule.past.flatMap(({ meetings }) => meetings.map((meeting) => meeting.players));
            const everybody = Array.from({ length: players }, (_, player) => player);
            const isSpread = everybody.every((player) => {
              const first = times(
                games.map(([one]) => one!),
                player,
              );
              const second = times(
                games.map(([, other]) => other!),
                player,
              );
              return times(byes, player) <= 1 && Math.abs(first - second) <= 2;
            });
            return !metTwice(schedule.past) && isSpread && byes.length === (players % 2) * few;
          },
        ),
        runs(150),
      );
    },
  );

  t.test(
    'nobody meets anybody again while there is any pairing without it, also when players drop out',
    async () => {
      fc.assert(
        fc.property(fc.integer({ min: 4, max: 9 }), chance, (players, luck) => {
          const { schedule } = playSwiss(players, players - 1, luck);
          return schedule.past.every((stage, index) => {
            const before = schedule.past.slice(0, index);
            const isRepeated = metTwice([...before, stage]) && !metTwice(before);
            return !isRepeated || !couldBeNew(stage, before);
          });
        }),
        runs(300),
      );
    },
  );

  /** By trying everything. */
  function couldBeNew({ meetings, byes }: PlayedStage, before: readonly PlayedStage[]): boolean {
    const here = [...meetings.flatMap(({ players }) => players), ...byes];
    const met = new Set(
      before.flatMap((each) => each.meetings.map(({ players }) => players.toSorted().join(' '))),
    );
    const had = before.flatMap((each) => each.byes);
    const fewest = Math.min(...here.map((player) => times(had, player)));
    const search = (open: readonly number[], needsBye: boolean): boolean => {
      const [one, ...others] = open;
      if (one === undefined) return !needsBye;
      if (needsBye && times(had, one) === fewest && search(others, false)) return true;
      return others.some((other) => {
        const rest = others.filter((each) => each !== other);
        return !met.has([one, other].toSorted().join(' ')) && search(rest, needsBye);
      });
    };
    return search(here, here.length % 2 === 1);
  }

  t.test('winners meet winners: of those with the same points the first half meets the second', async (t) => {
    const candidate = (player: number, points: number) => ({ player, points, sides: 0, byes: 0 });
    const sorted = [
      candidate(0, 1),
      candidate(1, 1),
      candidate(2, 1),
      candidate(3, 1),
      candidate(4, 0),
      candidate(5, 0),
    ];
    const { pairs } = pairUp(sorted, () => 0);
    t.same(
      pairs.map((pair) => pair.map(({ player }) => player)),
      [
        [0, 2],
        [1, 3],
        [4, 5],
      ],
    );
  });

  t.test('tables of three and more: few meet twice, and who is left over changes', async () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 8, max: 20 }),
        fc.integer({ min: 3, max: 4 }),
        chance,
        (players, seats, luck) => {
          const rounds = 4;
          const { schedule } = playSwiss(players, rounds, { ...luck, offences: 0 }, seats);
          const byes = schedule.past.flatMap((stage) => stage.byes);
          const counts = Array.from({ length: players }, (_, player) => times(byes, player));
          const isFull = schedule.past.every(
            ({ meetings }) => meetings.length === Math.floor(players / seats),
          );
          return isFull && Math.max(...counts) - Math.min(...counts) <= 1;
        },
      ),
      runs(100),
    );
  });
});
