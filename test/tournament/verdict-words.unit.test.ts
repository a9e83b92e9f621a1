import t from 'tap';
import { verdictWords } from '../../host/cli/comparing/verdict-words.ts';
import { comparisonOf, type Question } from '../../host/tournament/comparison.ts';
import { Counting, type Counts, countsOfPairs } from '../../host/tournament/counts.ts';

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
    'If there were no difference, at most about 5 % of such comparisons would say so.',
  ]);
  t.same(told(lost), [
    'NEW is not better: it has 25.0 % of 5,400 games.',
    'If NEW were better by 10 Elo (normalized), at most about 10 % of such comparisons would say so.',
  ]);
  const notWorse = { notWorse: true, test: { ...test, model: 'logistic', elo0: -10, elo1: 0 } } as const;
  t.same(told(won, notWorse), [
    'NEW is not worse: it has 75.0 % of 5,400 games.',
    'If NEW were worse by 10 Elo (logistic), at most about 5 % of such comparisons would say so.',
  ]);
  t.same(told(lost, notWorse), [
    'NEW is worse: it has 25.0 % of 5,400 games.',
    'If there were no difference, at most about 10 % of such comparisons would say so.',
  ]);
});

t.test('undecided: how many more games it takes, if anybody can tell', async (t) => {
  t.same(told(none), ['Undecided: no game was played.']);
  t.same(told(countsOfPairs([1, 1, 1, 1, 1])), [
    'Undecided: NEW has 50.0 % of 10 games; more games are needed.',
  ]);
  t.same(told(countsOfPairs([34, 54, 63, 64, 75])), [
    'Undecided: NEW has 57.9 % of 580 games; more games are needed, about 96.',
  ]);
});

t.test('without a test: how often equal players would do so well, or so badly', async (t) => {
  const untested = { test: null };
  t.same(told(none, untested), ['No game was played.']);
  t.same(told(countsOfPairs([34, 54, 63, 64, 45]), untested), [
    'NEW has 53.1 % of 520 games.',
    'If there were no difference, it would do as well in 6.1 % of such comparisons.',
  ]);
  t.match(told(countsOfPairs([45, 64, 63, 54, 34]), untested)[1], 'it would do as badly in 6.1 % of');
  t.match(told(won, untested)[1], 'in less than 0.01 % of');
  t.same(
    told(countsOfPairs([0, 0, 0, 0, 2]), untested),
    ['NEW has 100.0 % of 4 games.'],
    'so few say nothing',
  );
});

t.test('an offence', async (t) =>
  t.same(told({ ...none, lost: 1, out: [1, 0] }), [
    'NEW has committed an offence: the comparison ends after 1 game.',
  ]),
);

t.test('of players that play alike that is said', async (t) => {
  const even = { ...countsOfPairs([0, 0, 5, 0, 0]), margins: { size: 5, sum: 0, squares: 0 } };
  t.same(told(even), [
    'Undecided: NEW has 50.0 % of 10 games; more games are needed.',
    'All pairs were even to the point: it seems that NEW and OLD play alike.',
  ]);
  t.equal(told({ ...even, margins: { size: 5, sum: 0, squares: 2 } }).length, 1, 'not to the point');
  t.equal(told({ ...even, pentanomial: [0, 0, 4, 0, 0] }).length, 1, 'too few');
  t.equal(told(countsOfPairs([0, 0, 50, 0, 0])).length, 1, 'a race has no points');
});

t.test('a game without the other one of its pair is not in the share', async (t) => {
  const counts = { ...countsOfPairs([0, 0, 2, 1, 6]), won: 14, drawn: 5, lost: 0 };
  t.equal(told(counts, { test: null })[0], 'NEW has 86.1 % of the 18 games in pairs.');
});

t.test('above a hypothesis below 0 it is not worse, and no more', async (t) => {
  const question = { test: { ...test, elo0: -10, elo1: 1 } };
  t.match(told(countsOfPairs([0, 10, 4000, 10, 0]), question)[0], /^NEW is not worse: it has 50\.0 % of/);
});
