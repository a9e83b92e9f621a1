import t from 'tap';
import { draw, openStream, type Stream } from '../../host/core/chance.ts';
import { VoidMatch } from '../../host/core/errors.ts';
import { keyOf } from '../../host/core/seed.ts';
import { CompareFold } from '../../host/runs/comparison.ts';
import type { PlayedGame } from '../../host/runs/experiment.ts';
import { stepsToBound } from '../../host/statistics/likelihood.ts';
import type { Model } from '../../host/tournament/comparison.ts';
import {
  type ComparedResult,
  Counting,
  type Counts,
  comparisonOf,
  countsOfGames,
  countsOfPairs,
  gameBetweenTwo,
  gamesLeft,
  type Pentanomial,
  type Question,
} from '../../host/tournament/comparison.ts';

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

  t.test('steps of a random walk to its bounds, with drift and without', async (t) => {
    t.equal(Math.round(stepsToBound({ ...bounds, drift: 0 })), 900);
    t.equal(Math.round(stepsToBound({ ...bounds, drift: 0.1 })), 30);
    t.equal(Math.round(stepsToBound({ ...bounds, at: 2, drift: 0.1 })), 10);
    t.equal(Math.round(stepsToBound({ ...bounds, at: 2, drift: -0.1 })), 50);
    const little = stepsToBound({ ...bounds, drift: 1e-9 });
    t.ok(Math.abs(little - 900) < 1, 'a little drift is nearly none');
    t.ok(Math.abs(stepsToBound({ ...bounds, drift: 1e-6 }) - 900) < 1);
    t.equal(stepsToBound({ ...bounds, at: 3.1, drift: 0.1 }), 0);
    t.equal(stepsToBound({ ...bounds, drift: 1e6 }), 3e-6, 'nothing overflows');
  });

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
