import t from 'tap';
import type { Answer, Hand, Strategy } from 'wordhost/bananagrams';
import { solvingWith, unhurried } from 'wordhost/bananagrams';
import { chanceFrom } from 'wordhost/games';
import { wordsOf } from 'wordhost/lexicon';
import { skills } from '../../players/bananagrams/levels.ts';
import { readOptions } from '../../players/bananagrams/options.ts';
import { lexiconWith } from '../games/table.ts';

const table = { lexicon: lexiconWith(['AT', 'CAT', 'CATS', 'TACS']), chance: () => 0 };

/** What is asked of the strategy beneath, with the drawn letters; it answers by `answers`, and then with a peel of all letters. */
function slow(msPerTile: number, answers: (Answer | undefined)[] = []) {
  const asked: string[] = [];
  let now = 0;
  const quick: Strategy = () => (hand) => {
    asked.push(hand.drew);
    return answers.length > 0 ? answers.shift() : { peel: [hand.letters] };
  };
  const answerTo = unhurried(quick, msPerTile, { now: () => now })(table);
  const handOf = (letters: string, drew = ''): Hand => ({ letters, drew, refused: 0 });
  return {
    asked,
    at(time: number, letters: string, drew?: string) {
      now = time;
      return answerTo(handOf(letters, drew));
    },
  };
}

t.test('It takes so long for each tile, and is asked again when the time has come', async (t) => {
  const player = slow(10);
  t.same(player.at(0, 'CAT', 'CAT'), { wait: 30 });
  t.same(player.at(20, 'CAT'), { wait: 10 });
  t.same(player.at(30, 'CAT'), { peel: ['CAT'] });
  t.same(player.asked, ['CAT']);
});

t.test('A tile that comes meanwhile takes its time after the others, and all are laid at once', async (t) => {
  const player = slow(10);
  player.at(0, 'CAT', 'CAT');
  t.same(player.at(25, 'CATS', 'S'), { wait: 15 });
  t.same(player.at(40, 'CATS'), { peel: ['CATS'] });
  t.same(player.asked, ['CAT', 'S']);
  t.same(player.at(100, 'CATSE', 'E'), { wait: 10 }, 'time in which it had nothing to do is not saved up');
});

t.test('A dump that it has decided on is made, whatever comes meanwhile', async (t) => {
  const player = slow(10, [undefined, { dump: 'Q' }]);
  t.same(player.at(0, 'CQ', 'CQ'), undefined, 'it is still thinking');
  t.same(player.at(1, 'CQ'), { wait: 19 });
  t.same(player.at(5, 'CQS', 'S'), { wait: 25 });
  t.same(player.at(30, 'CQS'), { dump: 'Q' });
  t.same(player.at(31, 'CSAAA', 'AAA'), { wait: 30 });
  t.same(player.asked, ['CQ', '', 'SAAA'], 'each letter is told once');
});

t.test('A player that starts again needs the time of one tile', async (t) => {
  const quick: Strategy = () => (hand) => ({ peel: [hand.letters] });
  const answerTo = unhurried(quick, 10, { now: () => 0, isResumed: true })(table);
  t.same(answerTo({ letters: 'CAT', drew: 'CAT', refused: 0 }), { wait: 10 });
  t.same(answerTo({ letters: 'CATSE', drew: 'SE', refused: 0 }), { wait: 30 });
});

t.test('The best level takes no time', async (t) => {
  const quick: Strategy = () => () => undefined;
  t.equal(unhurried(quick, 0), quick);
});

t.test('Each level takes less time for a tile than the one before, and lays longer words', async (t) => {
  const levels = (['1', '2', '3', '4', '5'] as const).map((level) => skills[level]);
  for (const [index, level] of levels.slice(1).entries()) {
    t.ok(level.msPerTile < levels[index]!.msPerTile);
    t.ok(level.longest > levels[index]!.longest);
  }
  t.same(skills[5], skills.all);
  t.match(readOptions(['--level=3'], undefined), { options: { level: '3' } });
  for (const level of ['0', '6', 'best', 'constructor'])
    t.match(readOptions(['--level', level], undefined), {
      problem: `--level: expected 1 to 5, all, half or few; got ${level}`,
    });
});

t.test('A player of short words lays no others', async (t) => {
  const answerOf = (longest: number) => {
    const answerTo = solvingWith(longest)({ ...table, chance: chanceFrom('1') });
    let answer = answerTo({ letters: 'ACST', drew: 'ACST', refused: 0 });
    while (!answer) answer = answerTo({ letters: 'ACST', drew: '', refused: 0 });
    return answer;
  };
  t.match(answerOf(4), { peel: Array });
  t.match(answerOf(3), { dump: /^[ACST]$/ }, 'these four need a word of four letters');
  t.same([...wordsOf(table.lexicon, 3)], ['AT', 'CAT']);
  t.same([...wordsOf(table.lexicon)], ['AT', 'CAT', 'CATS', 'TACS']);
});
