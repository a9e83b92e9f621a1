import t from 'tap';
import { run } from './wordhost.ts';

const words = ['CAT', 'CATS', 'SEA', 'CATE', 'HELLO', 'ÄSE'].join('\n');
const board = {
  prog: 'if (_x_ * _x_ <= 4 /\\ _y_ * _y_ <= 4 /\\ ~(_x_ = 1 /\\ _y_ = 1)) then { _result_ := 0 } else { _result_ := -1 }',
  squares: { 0: { 0: '_result_ := pointValue(_pos_) * pointValue(_pos_) + _acc_' } },
  usedSquare: 0,
  center: [0, 0],
  isInfinite: false,
};
const cwd = t.testdir({
  'words.txt': words,
  'board.json': JSON.stringify(board),
  'no-board.json': '{ "prog": "x :=" }',
});
const judge = (args: readonly string[], more: object = {}) =>
  run(['judge', 'scrabble', '--dictionary', 'words.txt', ...args], { cwd, ...more });

t.test('A legal move: its words and what it brings', async (t) => {
  t.match(await judge(['0,0 across HELLO']), {
    status: 0,
    stdout: 'legal: 18 points\n  HELLO across from (0, 0): 18\n',
  });
  t.match(await judge(['--laid', '0,0 across CAT', '3,-1 down SeA'], {}), {
    status: 0,
    stdout: 'legal: 7 points\n  SEA down from (3, -1): 2\n  CATE across from (0, 0): 5\n',
  });
  t.match(await judge(['--json', '--laid', '0,0 across CAT', '0,0 across ...S']), {
    status: 0,
    stdout:
      /^\{"legal":true,"points":6,"words":\[\{"letters":"CATS","x":0,"y":0,"direction":"across","points":6\}\]\}\n$/,
  });
});

t.test('An illegal move: all its errors, as on the wire', async (t) => {
  t.match(await judge(['--hand', 'AC?', '0,1 down XQ']), {
    status: 1,
    stdout: 'not legal\n  playerdoesnothavepiece 1 24\n  playerdoesnothavepiece 1 17\n',
  });
  t.match(await judge(['--json', '0 0 3C3 1 0 1A1']), {
    status: 1,
    stdout: '{"legal":false,"errors":["wordnotindictionary CA"]}\n',
  });
});

t.test('A move needs no more tiles than there are', async (t) => {
  t.match(await judge(['8H cat']), { status: 1, stdout: 'not legal\n  playerdoesnothavepiece 1 0\n' });
  t.match(await judge(['--tiles', 'english:2', '8H cat']), { status: 0, stdout: /^legal: 0 points/ });
  t.match(await judge(['--laid', '0,0 across Cat', '0,1 down sea']), {
    status: 1,
    stdout: /playerdoesnothavepiece 1 0/,
  });
});

t.test('Rules, boards, tiles and words as in a game', async (t) => {
  t.match(await judge(['--rules', 'simple', '5,5 across CAT']), { status: 0, stdout: /^legal: 3 points/ });
  t.match(
    await judge(['--board', 'board.json', '0,0 across CAT']),
    { status: 0, stdout: /^legal: 11 points/ },
    'squares of the values',
  );
  t.match(await judge(['--board', 'board.json', '1,0 down CAT']), { status: 1, stdout: /emptytile 1 1/ });
  t.match(await judge(['--dictionary', 'none', '0,0 across QXZ']), { status: 0 });
  t.match(await judge(['--board', 'random:5', '0 0 3C3']), { status: 1 });
});

t.test('Many moves: a JSON object a line in, one out, in the same order', async (t) => {
  const input = [
    '{"laid": ["0,0 across CAT"], "hand": "S", "move": "3,0 down S"}',
    '',
    '{"move": "0,0 across TAC"}',
    '{"laid": ["0 0 3C3", "0,0 down C"], "move": "0,1 down A"}',
    '{}',
    'CAT',
    '{"move": "CAT"}',
    '{"move": "0,0 across CAT", "laid": 3}',
    '{"move": "0,0 across CAT", "hand": "C!"}',
    '{"move": "change CA", "bag": 6}',
    '{"move": "change CA", "bag": -1}',
    '{"move": "0,0 across CAT", "hnad": "Q"}',
  ].join('\n');
  const { status, stdout } = await judge(['-'], { input });
  const answers = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  t.match(answers, [
    { legal: true, points: 6 },
    { legal: false, errors: ['wordnotindictionary TAC'] },
    { problem: /something lies at \(0, 0\) already/ },
    { problem: /expected "move"/ },
    { problem: /expected a JSON object/ },
    { problem: /"CAT" is no move: expected one such as "8H HELLO" or "0,0 across HELLO"/ },
    { problem: /expected "laid" to be a list/ },
    { problem: /no tile of this set is !/ },
    { legal: false, errors: ['notenoughpieces 2 6'] },
    { problem: /expected "bag" to be a number of tiles/ },
    { problem: 'there is no key "hnad"; the keys are move, laid, cgp, hand, bag; did you mean hand?' },
  ]);
  t.equal(status, 2);
});

t.test('Mistakes of the user are told with what would have been right', async (t) => {
  for (const [args, complaint] of [
    [[], /expected one move, such as "8H HELLO"/],
    [['HELLO'], /is no move/],
    [['0,0 sideways HELLO'], /is no move/],
    [['0,0 across HEL1O'], /no tile of this set can stand for 1/],
    [['--laid', '9,9 across CAT', '0,0 across CAT'], /there is no square at \(9, 9\)/],
    [['--board', 'no-board.json', '0,0 across CAT'], /--board: no-board\.json: .*prog/],
    [['--board', 'nowhere.json', '0,0 across CAT'], /cannot read nowhere\.json/],
    [['--tiles', 'english:99999', '0,0 across CAT'], /--tiles: .*expected from 1 to/],
    [['--board', 'random', '8H CAT'], /--board random: expected a seed after the name, as in random:42/],
    [['--laid', '8H ZZZ', '0,1 down CAT'], /what lies and the hand: expected at most 1 of the tile Z; got 3/],
    [['--hand', 'AAAAAAAAAA', '8H CAT'], /expected at most 9 of the tile A; got 10/],
    [['--hand', '99x1', '8H CAT'], /expected tiles of english; got 99/],
    [['9999999999,0 across CAT'], /"9999999999,0": expected coordinates of a board/],
    [['0,2147483646 down CAT'], /expected coordinates of a board, up to 2147483647 either way/],
    [['0,0 across'], /it has no word: 0,0 across HELLO/],
    [['0,0 down'], /it has no word: 0,0 down HELLO/],
    [['--rules', 'chess', '0,0 across CAT'], /tournament, course, simple/],
  ] as const)
    t.match(await judge(args), { status: 2, stdout: '', stderr: complaint });
  t.match(await run(['judge', 'chess'], { cwd }), { status: 2, stderr: /bananagrams, scrabble or boggle/ });
  t.match(await run(['judge'], { cwd }), { status: 2, stderr: /got nothing/ });
  t.match(await run(['judge', '--help'], { cwd }), { status: 0, stdout: /judge scrabble/ });
});
