import t from 'tap';
import { comparisonOf, type Question } from '../../host/tournament/comparison.ts';
import { Counting, countsOfGames, countsOfPairs } from '../../host/tournament/counts.ts';
import { type ComparedResult, gameBetweenTwo } from '../../host/tournament/game-between-two.ts';

const test = { model: 'normalized', elo0: 0, elo1: 10, alpha: 0.05, beta: 0.05 } as const;
const asked: Question = { test, notWorse: false, countsOffences: false };

t.test('Elo of pairs and of games is as fastchess has published it', async (t) => {
  const { elo, normalizedElo, games, pairs, won } = comparisonOf(countsOfPairs([34, 54, 63, 64, 75]), asked);
  t.equal(`${elo?.value.toFixed(2)} ± ${elo?.error.toFixed(2)}`, '55.58 ± 27.65');
  t.equal(`${normalizedElo?.value.toFixed(2)} ± ${normalizedElo?.error.toFixed(2)}`, '57.94 ± 28.28');
  t.same({ games, pairs, won }, { games: 580, pairs: 290, won: null });
  const single = comparisonOf(countsOfGames(136, 111, 96), asked);
  t.equal(`${single.elo?.value.toFixed(2)} ± ${single.elo?.error.toFixed(2)}`, '40.70 ± 30.43');
  t.equal((100 * single.los!).toFixed(2), '99.60');
});

t.test('of few games, or of games that all ended alike, figures are not known', async (t) => {
  for (const counts of [
    countsOfPairs([0, 0, 0, 0, 2]),
    countsOfPairs([0, 0, 9, 0, 0]),
    countsOfGames(1, 0, 1),
  ])
    t.equal(comparisonOf(counts, asked).elo, null);
  for (const counts of [countsOfPairs([0, 0, 0, 60, 0]), countsOfGames(4, 0, 0)])
    t.match(comparisonOf(counts, asked), { elo: null, normalizedElo: null, los: null });
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
    for (const seat of [1, 2]) counting.add({ ...drawn, seat, timeouts: [0, 0] });
  }
  const byMargin = { ...asked, test: { ...test, model: 'margin' } } as const;
  t.equal(comparisonOf(counting.counts, byMargin).verdict, 'better');
  t.not(comparisonOf(counting.counts, asked).verdict, 'better', 'every game was drawn');
  const logistic = { ...asked, test: { ...test, model: 'logistic' } } as const;
  t.equal(comparisonOf(manyWon, logistic).verdict, 'better');
});
