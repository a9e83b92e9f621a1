import { join } from 'node:path';
import t, { type Test } from 'tap';
import { ruleSetNames } from '../../host/games/scrabble/rule-sets.ts';
import type { Lexicon } from '../../host/lexicon/lexicon.ts';
import { loadLexicon } from '../../host/lexicon/load.ts';
import { laidScrabble } from '../games/scrabble-table.ts';
import { largeWordList } from '../word-lists.ts';
import { Bot, player } from './bot.ts';
import { faultsOf, type PlayedGame, playGame, type Request, type StrategyName } from './scrabble-games.ts';

function loaded(nameOrFile: string): Lexicon {
  const reading = loadLexicon(nameOrFile);
  if (!reading.ok) throw new Error(reading.problem);
  return reading.lexicon;
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

const boards = [
  ...['official', 'standard', 'hole', 'infinite', 'infinite-hole', 'plain'],
  ...['random', 'infinite-random', 'random:7', 'infinite-random:7'],
];

for (const rules of ruleSetNames)
  t.test(`By ${rules} rules no move of theirs is ever refused, on any built-in board`, async (t) => {
    for (const board of boards) await withoutFault(t, board, { options: { rules, board } });
  });

t.test('Any number of players, with tiles for all', async (t) => {
  for (const seats of [1, 4, 14])
    for (const board of ['official', 'infinite'])
      await withoutFault(t, `${seats} on ${board}`, {
        seats: Array.from({ length: seats }, (_, index) => both[index % 2]!),
        options: { board },
      });
});

t.test('300 tiles on a board without edges', async (t) => {
  for (const rules of ruleSetNames)
    for (const seats of [2, 14])
      await withoutFault(t, `${seats} by ${rules} rules`, {
        seats: Array.from({ length: seats }, (_, index) => both[index % 2]!),
        options: { rules, board: 'infinite', tiles: rules === 'simple' ? 'simple:3' : 'english:3' },
      });
});

t.test('Where all words go they lay any tiles', async (t) => {
  for (const rules of ruleSetNames)
    for (const board of ['official', 'infinite-hole', 'plain'])
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

t.test('Tiles that stand for many things', async (t) => {
  const tiles = join(t.testdir({ 'odd.json': JSON.stringify(oddTiles) }), 'odd.json');
  for (const rules of ruleSetNames)
    for (const handsize of ['2', '5'])
      await withoutFault(t, `${rules}, hands of ${handsize}`, { options: { rules, tiles, handsize } });
});

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

t.test('Boards from files', async (t) => {
  const folder = t.testdir({
    'edges.json': JSON.stringify(hiddenEdges),
    'torn.json': JSON.stringify(torn),
  });
  for (const rules of ruleSetNames)
    for (const file of ['edges.json', 'torn.json'])
      await withoutFault(t, `${file}, ${rules}`, { options: { rules, board: join(folder, file) } });
});

t.test('Where nothing can be laid they pass', async (t) => {
  const folder = t.testdir({ 'hole.json': JSON.stringify(holeInTheMiddle) });
  const options = { board: join(folder, 'hole.json'), rules: 'course', tiles: 'course' };
  const game = await playGame({ seats: both, lexicon, options });
  t.same(faultsOf(game), []);
  const moves = game.events.filter(({ type }) => ['play', 'change', 'pass'].includes(type));
  t.same(
    moves.map(({ type }) => type),
    Array.from({ length: 6 }, () => 'pass'),
  );
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

const words = 'AT\nCAT\nCATS\nSAT\nTEA\nTEAS\n';

/** One player in a process of its own, which has been told a game and is ready. */
async function seated(
  t: Test,
  name: StrategyName,
  { args = [], change = (line) => line }: { args?: string[]; change?: (line: string) => string },
): Promise<Bot & { line(): Promise<string>; tell(...lines: readonly string[]): void }> {
  const path = join(t.testdir({ 'words.txt': words }), 'words.txt');
  const told = laidScrabble({ hands: ['CAT', 'EEE'], others: 'AAAAAAA' }).greeting(1);
  // CATSTEA
  const hand = 'hand 1x2 3x1 5x1 19x1 20x2';
  const bot = Object.assign(new Bot(player(name, ...args), { WORDHOST_PLAYER_SEED: '3' }), {
    async line() {
      let line = '';
      for (;;) {
        const next = await bot.read(1);
        if (next === '\n') return line;
        line += next;
      }
    },
    tell: (...lines: readonly string[]) => bot.say(lines.map((line) => `${line}\n`).join('')),
  });
  const own: Record<string, string> = { dictionary: `dictionary ${path}`, hand, handsize: 'handsize 7' };
  bot.tell(...told.map((line) => change(own[line.split(' ')[0]!] ?? line)));
  t.equal(await bot.line(), 'ready');
  return bot;
}

t.test('It answers its own turns only, and says which', async (t) => {
  await using bot = await seated(t, 'longest', {});
  bot.tell('start', 'weather fine', 'turn 30000 1');
  const first = await bot.line();
  t.match(first, /^@1 play (-?\d+ -?\d+ \d+[A-Z]\d ?){4}$/, 'CATS or TEAS');
  const laid = first.replace('@1 play ', '');
  bot.tell(`playsuccess 9 ${laid} new 5x4`, 'played 2 0', 'passed 2', 'turn none 2');
  t.match(await bot.line(), /^@2 play /, 'a turn without end');
  bot.hangUp();
  t.equal(await bot.exit, 0);
  t.equal(bot.unread, '');
});

t.test('A move that came too late is as if it had not been', async (t) => {
  await using bot = await seated(t, 'longest', {});
  bot.tell('start', 'turn 30000 1');
  const first = await bot.line();
  bot.tell('timeout 1', 'passed 2', 'turn 30000 2');
  t.equal(await bot.line(), first.replace('@1', '@2'));
});

t.test(
  'However slow a board is, it answers within the time of its turn, with the best that it has found',
  async (t) => {
    const slow = 'declare n; while (n < 12000) do { n := n + 1 }; _result_ := _acc_ + pointValue(_pos_)';
    const squares = [1, 2, 3, 4, 5, 6, 7].map((priority) => `square 0 ${priority} ${slow}`).join('\n');
    await using bot = await seated(t, 'longest', {
      change: (line) => {
        if (line.startsWith('hand ')) return 'hand 0x3 1x1 3x1 5x1 6x1 7x1 8x1 19x1 20x1';
        if (/^tile [678] /.test(line)) return `${line.slice(0, 6)} A1,C1,E1,S1,T1`;
        return line.startsWith('square 0 ') ? squares : line;
      },
    });
    bot.tell('start');
    const answered = async (turn: string): Promise<number> => {
      const before = performance.now();
      bot.tell(turn);
      t.match(await bot.line(), / play /);
      return performance.now() - before;
    };
    const all = await answered('turn none 1');
    bot.tell('timeout 1');
    const some = await answered('turn 100 2');
    t.ok(some < all / 3, `${Math.round(some)} ms, and ${Math.round(all)} for all plays`);
  },
);

t.test('With a pause it waits, as long as the time of the turn allows', async (t) => {
  for (const [ms, least] of [
    ['none', 200],
    ['300', 80],
  ] as const) {
    await using bot = await seated(t, 'random', { args: ['--pause=200ms'] });
    const before = performance.now();
    bot.tell('start', `turn ${ms} 1`);
    t.match(await bot.line(), /^@1 play /);
    t.ok(performance.now() - before >= least - 5);
  }
});

t.test('A game that ends while it pauses is over', async (t) => {
  await using bot = await seated(t, 'random', { args: ['--pause', '1h'] });
  bot.tell('start', 'turn none 1', 'gameover 1 0 2 0');
  bot.signal('SIGTERM');
  t.equal(await bot.exit, 0);
  t.equal(bot.unread, '');
});

t.test('What it cannot play it says, and leaves', async (t) => {
  for (const name of ['random', 'longest']) {
    await using wrong = new Bot(player(name, '--speed', '1'), {});
    t.equal(await wrong.exit, 2);
    t.match(wrong.stderr, new RegExp(`wordhost player ${name}: there is no option --speed`));
    await using helped = new Bot(player(name, '--help'), {});
    t.equal(await helped.exit, 0);
    t.match(helped.unread, /--pause DURATION[\s\S]*--seed N/);
  }
  const told = laidScrabble({ hands: ['CAT', 'EEE'] }).greeting(1);
  for (const [first, instead, reason] of [
    ['rules', 'rules club', /does not know the rules club, only tournament, course, simple/],
    ['board', 'board 1 + 1', /board that it was told: prog: line 1/],
    ['dictionary', 'dictionary /no/such/list', /no such file/],
  ] as const) {
    await using bot = new Bot(player('random'), {});
    bot.say(told.map((line) => `${line.startsWith(`${first} `) ? instead : line}\n`).join(''));
    t.equal(await bot.exit, 2);
    t.match(bot.stderr, reason);
    t.equal(bot.unread, '');
  }
});

t.test('A host that goes before it has said all ends it in peace', async (t) => {
  await using bot = new Bot(player('longest'), {});
  bot.say('scrabble 1\nrules tourn');
  bot.hangUp();
  t.equal(await bot.exit, 0);
});
