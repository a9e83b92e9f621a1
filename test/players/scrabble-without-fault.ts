import { join } from 'node:path';
import t, { type Test } from 'tap';
import { ruleSetNames } from '../../host/games/scrabble/rule-sets.ts';
import type { Lexicon } from '../../host/lexicon/lexicon.ts';
import { loadLexicon } from '../../host/lexicon/load.ts';
import { expectOk } from '../support/expect-ok.ts';
import { largeWordList } from '../word-lists.ts';
import { faultsOf, type PlayedGame, playGame, type Request, type StrategyName } from './scrabble-games.ts';

function loaded(nameOrFile: string): Lexicon {
  return expectOk(loadLexicon(nameOrFile)).lexicon;
}

const lexicon = loaded(largeWordList ?? 'english');

const both: readonly StrategyName[] = ['longest', 'random'];
const beside = (name: string) => join(import.meta.dirname, '..', 'games', name);

async function withoutFault(t: Test, what: string, request: Partial<Request>): Promise<PlayedGame> {
  const game = await playGame({ seats: both, lexicon, ...request });
  const { result, cpuMs, events } = game;
  const scores = result.players.map((each) => each.score).join(' : ');
  const plays = events.filter(({ type }) => type === 'play').length;
  t.same(faultsOf(game), [], `${what}: ${plays} plays, ${scores}, ${result.reason}, ${Math.round(cpuMs)} ms`);
  t.ok(plays > 0, `${what}: something was played`);
  return game;
}

const movesOf = ({ events }: PlayedGame) =>
  events.map(({ type }) => type).filter((type) => ['play', 'change', 'pass'].includes(type));

const boards = [
  ...['official', 'standard', 'hole', 'infinite', 'infinite-hole', 'plain'],
  ...['random', 'infinite-random', 'random:7', 'infinite-random:7'],
];

/** A tile with many faces, a letter with several values, points below nothing, hands of one kind. */
const oddTiles = {
  tiles: [
    { count: 30, letters: { A: [0, 2, -3], B: 1, E: 4 } },
    { count: 20, letters: { S: 1, T: [1, 100] } },
    { count: 10, letters: { R: -5 } },
    { count: 2, letters: { Ж: 3 } },
    { count: 8, letters: Object.fromEntries([...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].map((letter) => [letter, 0])) },
  ],
};

/** Kinds with numbers that no layout can show: its edge is what the program says. */
const hiddenEdges = {
  prog: 'if (((_x_ < 0) \\/ (6 < _x_)) \\/ ((_y_ < 0) \\/ (5 < _y_))) then { _result_ := -1 } else { if (_x_ = _y_) then { _result_ := 100 } else { _result_ := 40 } }',
  squares: {
    40: { 0: '_result_ := _acc_ + pointValue(_pos_)' },
    100: {
      0: "if (charToInt(charValue(_pos_)) = charToInt('é')) then { _result_ := 1 } else { _result_ := _acc_ + 2 }",
      '-5': 'skip',
    },
  },
  usedSquare: 40,
  center: [3, 3],
  isInfinite: false,
};

/** Its middle is no square, each second column is none, and the programs fail now and then. */
const torn = {
  prog: 'if (_x_ / (_y_ - 5) = 0) then { _result_ := 0 } else { if (_x_ % 9 = 4) then { _result_ := -1 } else { _result_ := 7 } }',
  squares: {
    0: { 0: '_result_ := _acc_ + 100 / pointValue(_pos_)' },
    7: {
      0: '_result_ := _acc_ - pointValue(_pos_)',
      1: 'while (_result_ < _acc_) do { _result_ := _result_ + 1 }',
    },
  },
  usedSquare: 7,
  center: [0, 0],
  isInfinite: true,
};

/** No play can ever lie over its centre. */
const holeInTheMiddle = {
  prog: 'if (_x_ = 0) then { _result_ := 9 } else { _result_ := 1 }',
  squares: { 1: {} },
  usedSquare: 1,
  center: [0, 0],
  isInfinite: false,
};

/** Whole games of the built-in players. A share is a third of them: each board and each set of rules, but not each with each. */
export function playsWithoutFault(share: 0 | 1): void {
  const some = <Item>(items: readonly Item[], turn = 0): readonly Item[] =>
    items.filter((_, index) => index % 3 === (turn + share) % 3);

  for (const [index, rules] of ruleSetNames.entries())
    t.test(`By ${rules} rules no move of theirs is ever refused, on any built-in board`, async (t) => {
      for (const board of some(boards, index)) await withoutFault(t, board, { options: { rules, board } });
    });

  t.test('Any number of players, with tiles for all', async (t) => {
    for (const [index, seats] of [1, 4, 14].entries())
      for (const board of some(['official', 'infinite', 'hole'], index))
        await withoutFault(t, `${seats} on ${board}`, {
          seats: Array.from({ length: seats }, (_, index) => both[index % 2]!),
          options: { board },
        });
  });

  t.test('300 tiles on a board without edges', async (t) => {
    for (const rules of some(ruleSetNames))
      for (const seats of some([2, 14]))
        await withoutFault(t, `${seats} by ${rules} rules`, {
          seats: Array.from({ length: seats }, (_, index) => both[index % 2]!),
          options: { rules, board: 'infinite', tiles: rules === 'simple' ? 'simple:3' : 'english:3' },
        });
  });

  t.test('Where all words are valid they lay any tiles', async (t) => {
    for (const [index, rules] of ruleSetNames.entries())
      for (const board of some(['official', 'infinite-hole', 'plain'], index))
        await withoutFault(t, `${rules} on ${board}`, { lexicon: undefined, options: { rules, board } });
  });

  t.test('Other alphabets', async (t) => {
    const german = loaded(beside('german-words.txt'));
    for (const rules of ruleSetNames) {
      const game = await withoutFault(t, rules, {
        lexicon: german,
        options: { rules, tiles: beside('german-tiles.csv') },
      });
      t.match(game.story, /"hex":/, 'letters beyond ASCII are said');
    }
  });

  t.test('Tiles that stand for many things', async (t) => {
    const tiles = join(t.testdir({ 'odd.json': JSON.stringify(oddTiles) }), 'odd.json');
    for (const rules of some(ruleSetNames))
      for (const handsize of some(['2', '5']))
        await withoutFault(t, `${rules}, hands of ${handsize}`, { options: { rules, tiles, handsize } });
  });

  t.test('Boards from files', async (t) => {
    const folder = t.testdir({
      'edges.json': JSON.stringify(hiddenEdges),
      'torn.json': JSON.stringify(torn),
    });
    for (const rules of ruleSetNames)
      for (const file of ['edges.json', 'torn.json'])
        await withoutFault(t, `${file}, ${rules}`, { options: { rules, board: join(folder, file) } });
  });

  t.test('Where nothing can be laid they change if the rules allow it, or pass', async (t) => {
    const folder = t.testdir({
      'hole.json': JSON.stringify(holeInTheMiddle),
      'twenty.json': JSON.stringify({ tiles: [{ count: 20, letters: { E: 1 } }] }),
      'none.txt': 'ZZ\n',
    });
    const board = join(folder, 'hole.json');
    for (const rules of ['tournament', 'course']) {
      const game = await playGame({ seats: both, lexicon, options: { board, rules, tiles: 'course' } });
      t.same(faultsOf(game), []);
      t.same(
        movesOf(game),
        Array.from({ length: 6 }, () => 'change'),
        rules,
      );
    }
    const alone = await playGame({ seats: ['longest'], lexicon, options: { board, rules: 'course' } });
    t.same(movesOf(alone), ['change', 'change', 'change']);
    const full = { board, tiles: join(folder, 'twenty.json'), handsize: '8' };
    for (const [rules, move] of [
      ['tournament', 'pass'],
      ['course', 'change'],
    ] as const) {
      const few = await playGame({ seats: both, lexicon, options: { ...full, rules } });
      t.same(faultsOf(few), [], 'with 4 tiles in the bag');
      t.same(new Set(movesOf(few)), new Set([move]), rules);
    }
    const none = loaded(join(folder, 'none.txt'));
    const simple = await playGame({ seats: both, lexicon: none, options: { rules: 'simple' } });
    t.same(movesOf(simple), ['pass', 'pass']);
  });

  t.test('With few words they change often, and play on with what they drew', async (t) => {
    const few = loaded(join(t.testdir({ 'few.txt': 'DIG\nION\nLUG\nTEA\nWAR\n' }), 'few.txt'));
    for (const rules of ['tournament', 'course']) {
      const moves = movesOf(await withoutFault(t, rules, { lexicon: few, options: { rules } }));
      t.ok(moves.indexOf('change') !== -1, 'a change');
      t.ok(moves.lastIndexOf('play') > moves.indexOf('change'), 'and then a play');
    }
  });

  t.test('The same seed is the same game, to the byte', async (t) => {
    for (const options of [{}, { board: 'infinite-random', rules: 'simple' }]) {
      const one = await playGame({ seats: both, lexicon, options });
      const again = await playGame({ seats: both, lexicon, options });
      t.ok(one.story === again.story);
      const other = await playGame({ seats: both, lexicon, options, seed: '2' });
      t.not(one.story, other.story);
    }
  });
}
