import t from 'tap';
import { jsonLines } from '../support/json-lines.ts';
import { ask, say } from './in-process.ts';
import { resultsOf, usageError } from './wordhost.ts';

t.test('judge boggle', async (t) => {
  const cwd = t.testdir({
    'words.txt': 'CAT\nCATS\nDOG\nQUIT\nSAT\nTAC\nTASTES\n',
    'board.txt': '# mine\nC A\nT S\n',
  });
  const judge = (args: readonly string[], more: object = {}) =>
    ask(['judge', 'boggle', '--dictionary', 'words.txt', ...args], { cwd, ...more });

  t.test('A right word: its points, and its path on the board', async (t) => {
    t.match(await judge(['--board', 'CAB/XTS', 'cats']), {
      status: 0,
      stdout: ['right: CATS, 1 point', '', '(C)--A   B', '     |', ' X   T---S', ''].join('\n'),
    });
    t.match(await judge(['--board', 'TXX/IXQu', 'Quit']), { status: 1, stdout: /^wrong: notonboard/ });
    const quit = await judge(['--board', 'TIX/QuXX', 'QUIT']);
    t.equal(
      quit.stdout,
      ['right: QUIT, 1 point', '', ' T----I    X', '    /', '(Qu)  X    X', ''].join('\n'),
      'Qu is one cell',
    );
  });

  t.test('A wrong word: the first reason, as in a game', async (t) => {
    for (const [args, says] of [
      [
        ['CAST'],
        /^wrong: notindictionary \(not in the word list \S+ \(WORDHOST_DICTIONARY names its file\)\)\n$/,
      ],
      [
        ['C4T'],
        /^wrong: notindictionary \(not in the word list \S+ \(WORDHOST_DICTIONARY names its file\)\)\n$/,
      ],
      [['--found', 'cat', 'CAT'], 'wrong: alreadyfound (found already)\n'],
      [['--found', 'DOG', 'DOG'], 'wrong: alreadyfound (found already)\n'],
      [['DOG'], 'wrong: notonboard (no path of adjacent cells spells it without using a cell twice)\n'],
      [['TASTES'], 'wrong: notonboard (no path of adjacent cells spells it without using a cell twice)\n'],
    ] as const)
      t.match(await judge(['--board', 'board.txt', ...args]), { status: 1, stdout: says }, args.join(' '));
  });

  t.test('As JSON: the word in capitals, the points and the cells, row by row from 0', async (t) => {
    t.match(await judge(['--board', 'CA/TS', '--json', 'sat']), {
      status: 0,
      stdout: '{"word":"SAT","right":true,"points":1,"path":[3,1,2]}\n',
    });
    t.match(await judge(['--board', 'CA/TS', '--json', 'dog']), {
      status: 1,
      stdout: '{"word":"DOG","right":false,"reason":"notonboard"}\n',
    });
  });

  t.test('Many words: a line in, a JSON object out, in the same order', async (t) => {
    const input = [
      'cats',
      '',
      '{"word": "TAC"}',
      '{"word": "CAT", "found": ["cat"]}',
      '{"word": "Quit", "board": "QuIT"}',
      '{}',
      '{"word": ',
      '{"word": "CAT", "board": "CA/T"}',
      '{"word": "CAT", "board": 3}',
      '{"word": "CAT", "found": "CAT"}',
      'two words',
      '{"word": "CAT", "fuond": ["CAT"]}',
    ].join('\n');
    const { status, stdout } = await judge(['--board', 'CA/TS', '-'], { input });
    t.match(resultsOf({ stdout }), [
      { word: 'CATS', right: true, points: 1, path: [0, 1, 2, 3] },
      { word: 'TAC', right: true },
      { word: 'CAT', right: false, reason: 'alreadyfound' },
      { word: 'QUIT', right: true, path: [0, 1, 2] },
      { problem: /expected "word"/ },
      { problem: /expected a word, or a JSON object/ },
      { problem: /board: row 2: expected 2 cells/ },
      { problem: /expected "board" to be a string/ },
      { problem: /expected "found" to be a list/ },
      { word: 'TWO WORDS', right: false, reason: 'notindictionary' },
      { problem: /unknown key "fuond"; the keys are word, board, found; did you mean found/ },
    ]);
    t.equal(status, 2, 'something was no guess');
    t.equal((await judge(['--board', 'CA/TS', '-'], { input: 'cat\ncats\n' })).status, 0);
    t.equal((await judge(['--board', 'CA/TS', '-'], { input: 'cat\ndog\n' })).status, 1);
    t.match(await judge(['-'], { input: 'cat\n' }), { status: 2, stdout: /expected \\"board\\"/ });
  });

  t.test('All words on a board, the longest first, and what they bring together', async (t) => {
    const { status, stdout } = await judge(['--board', 'CA/TS', '--words']);
    t.equal(status, 0);
    t.equal(stdout, ' C   A\n\n T   S\n\nCATS 1\nCAT 1\nSAT 1\nTAC 1\n\n4 words, 4 points\n');
    t.equal(
      (await judge(['--board', 'QuI', '--words', '--json'])).stdout,
      '{"board":["QU I"],"words":[],"total":0}\n',
    );
  });

  t.test('The board of a seed is the one that a match with this seed has', async (t) => {
    const { stdout } = await judge(['--seed', '42', '--width', '5', '--height', '3', '--words', '--json']);
    const [{ board }] = JSON.parse(`[${stdout}]`) as [{ board: readonly string[] }];
    t.equal(board.length, 3);
    const dead =
      'echo ready; while read -r line; do case $line in row*) echo "$line" >&2;; start) echo done;; esac; done';
    const sizes = ['--width', '5', '--height', '3'];
    const { stderr } = await ask(
      ['boggle', '--seed', '42', ...sizes, '--stderr', 'inherit', '--quiet', '--name', 'X', dead],
      { cwd },
    );
    t.match(stderr, board.map((row) => `X: row ${row}\n`).join(''));
  });

  t.test('Mistakes of the user are told with what would have been right', async (t) => {
    for (const [args, complaint] of [
      [[], /expected one word, such as SIZABLE, or - for many, or --words/],
      [['--board', 'CA/TS', 'CAT', 'SAT'], /expected one word/],
      [['CAT'], /expected a board, such as --board RSPL\/EIBT\/ULZA\/ESTI, or the --seed of a match/],
      [['--board', 'nowhere.txt', 'CAT'], /--board: cannot read nowhere\.txt/],
      [['--board', '5x5', 'CAT'], /cannot read 5x5: .*rolled with dice, --width by --height/],
      [['--board', 'AB/C', 'CAT'], /--board: row 2: expected 2 cells, as in row 1; got 1/],
      [['--board', 'CA/TS', '--seed', '3', 'CAT'], /--board and --seed: use one or the other/],
      [['--board', 'CA/TS', '--width', '3', 'CAT'], /--board and --width: use one or the other/],
      [['--seed', '3', '--width', '17', 'CAT'], /--width: expected a whole number from 1 to 16/],
      [['--board', 'CA/TS', '--words', 'CAT'], /--words: expected no word; got CAT/],
    ] as const)
      t.match(await judge(args), { status: 2, stdout: '', stderr: complaint }, args.join(' '));
    t.match(await ask(['judge', '--help'], { cwd }), { status: 0, stdout: /judge boggle/ });
  });
});

t.test('judge moves', async (t) => {
  const cwd = t.testdir({ 'words.txt': 'CAT\nCATS\nSEA\nCATE\nHELLO\nHO\n' });
  const judge = (...args: readonly string[]) =>
    say(['judge', 'scrabble', '--dictionary', 'words.txt', ...args], { cwd });
  const said = async (...args: readonly string[]) => (await judge(...args)).stdout;

  t.test('a move whose column is below zero is a move, and no option', async (t) => {
    t.match(await judge('-3,0 across HELLO'), { status: 0, stdout: /HELLO across from \(-3, 0\): / });
    t.match(await judge('--laid', '-2,0 across CAT', '-2,0 across ...S'), {
      status: 0,
      stdout: /CATS across/,
    });
  });

  t.test('8H is across and H8 down, from the top left corner as boards are drawn', async (t) => {
    for (const [named, coordinates] of [
      ['8H HELLO', '0,0 across HELLO'],
      ['h8 HeLLO', '0,0 down HeLLO'],
      ['8D HELLO', '-4,0 across HELLO'],
    ] as const)
      t.equal(await said(named), await said(coordinates), named);
    t.equal(await said('8H', 'HELLO'), await said('8H HELLO'), 'quotes may be missing');
    t.match(await judge('--laid', '8H CAT', '8H ...S'), { status: 0, stdout: /CATS across from \(0, 0\)/ });
    t.match(await judge('1A HELLO'), { status: 1, stdout: /firstwordnotovercenter 0 0/ });
    t.match(await judge('16A HELLO'), { status: 1, stdout: /emptytile -7 8/ }, 'beyond the board');
    t.match(await judge('--board', 'infinite', '8H HELLO'), {
      status: 2,
      stderr: /"8H HELLO": .*columns.*no letters\. Use X,Y across WORD/,
    });
  });

  t.test('changes and passes are judged: by letters or ids, with a hand and a bag', async (t) => {
    t.match(await judge('pass'), { status: 0, stdout: 'legal: 0 points\n' });
    t.match(await judge('--json', 'change', 'AB?'), {
      status: 0,
      stdout: '{"legal":true,"points":0,"words":[]}\n',
    });
    for (const [args, error] of [
      [['change'], 'emptymove'],
      [['change 99'], 'piecedoesnotexist 99'],
      [['--hand', 'AEINOSY', 'change QA'], 'playerdoesnothavepiece 1 17'],
      [['--hand', 'AEINOSY', '--bag', '6', 'change AE'], 'notenoughpieces 2 6'],
      [['--rules', 'course', '--bag', '1', 'change 1 5'], 'notenoughpieces 2 1'],
      [['--rules', 'simple', 'change A'], 'notenoughpieces 1 93'],
    ] as const)
      t.match(await judge(...args), { status: 1, stdout: `not legal\n  ${error}\n` }, error);
    t.match(
      await judge('--hand', 'AEINOSY', '--bag', '7', '@3 change AE'),
      { status: 2 },
      'letters are no wire',
    );
    t.match(await judge('@3 change 1 5'), { status: 0 });
  });

  t.test('what is no move is refused with the forms there are', async (t) => {
    t.match(await judge('change A1'), { status: 2, stderr: /"change A1": this set has no tile 1/ });
    t.match(await judge('change ÄÖ'), { status: 2, stderr: /this set has no tile Ä/ });
    t.match(await judge('--laid', 'pass', '8H CAT'), { status: 2, stderr: /"pass" lays no tiles/ });
    t.match(await judge('8H CAT', '8H HO'), usageError(/expected one move, .*; got "8H CAT" "8H HO"/));
    t.match(await judge('HELLO'), {
      status: 2,
      stderr:
        /not a valid move: expected a move such as "8H HELLO" or "0,0 across HELLO", "change AB", "pass", or placements/,
    });
  });

  t.test('a grid of Bananagrams is judged with the p of its peel, and its number', async (t) => {
    const grid = (text: string) => say(['judge', 'bananagrams', '--dictionary', 'words.txt', text], { cwd });
    for (const text of ['003001CAT', 'p003001CAT', 'p017003001CAT', ' p003001CAT\n'])
      t.match(await grid(text), { status: 0, stdout: 'legal\n' }, text);
    t.match(await grid('p17003001CAT'), { status: 2, stderr: /is not a valid grid/ });
    t.match(await grid('pp003001CAT'), { status: 2, stderr: /"pp003001CAT" is not a valid grid/ });
  });
});

t.test('judge scrabble', async (t) => {
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
    ask(['judge', 'scrabble', '--dictionary', 'words.txt', ...args], { cwd, ...more });

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
    const answers = jsonLines(stdout);
    t.match(answers, [
      { legal: true, points: 6 },
      { legal: false, errors: ['wordnotindictionary TAC'] },
      { problem: /a tile is already at \(0, 0\)/ },
      { problem: /expected "move"/ },
      { problem: /expected a JSON object/ },
      { problem: /"CAT" is not a valid move: expected a move such as "8H HELLO" or "0,0 across HELLO"/ },
      { problem: /expected "laid" to be a list/ },
      { problem: /this set has no tile !/ },
      { legal: false, errors: ['notenoughpieces 2 6'] },
      { problem: /expected "bag" .*number.*tiles/ },
      { problem: 'unknown key "hnad"; the keys are move, laid, cgp, hand, bag; did you mean hand?' },
    ]);
    t.equal(status, 2);
  });

  t.test('Mistakes of the user are told with what would have been right', async (t) => {
    for (const [args, complaint] of [
      [[], /expected one move, such as "8H HELLO"/],
      [['HELLO'], /is not a valid move/],
      [['0,0 sideways HELLO'], /is not a valid move/],
      [['0,0 across HEL1O'], /no tile.*stand.* 1/],
      [['--laid', '9,9 across CAT', '0,0 across CAT'], /there is no square at \(9, 9\)/],
      [['--board', 'no-board.json', '0,0 across CAT'], /--board: no-board\.json: .*prog/],
      [['--board', 'nowhere.json', '0,0 across CAT'], /cannot read nowhere\.json/],
      [['--tiles', 'english:99999', '0,0 across CAT'], /--tiles: .*expected from 1 to/],
      [['--board', 'random', '8H CAT'], /--board random: expected.*seed.*random:42/],
      [
        ['--laid', '8H ZZZ', '0,1 down CAT'],
        /the board and the hand: expected at most 1 of the tile Z; got 3/,
      ],
      [['--hand', 'AAAAAAAAAA', '8H CAT'], /expected at most 9 of the tile A; got 10/],
      [['--hand', '99x1', '8H CAT'], /expected tiles of english; got the unknown tile 99/],
      [['9999999999,0 across CAT'], /"9999999999,0": expected coordinates from/],
      [['0,2147483646 down CAT'], /expected coordinates from -2147483647 to 2147483647/],
      [['0,0 across'], /it has no word: 0,0 across HELLO/],
      [['0,0 down'], /it has no word: 0,0 down HELLO/],
      [['--rules', 'chess', '0,0 across CAT'], /tournament, course, simple/],
    ] as const)
      t.match(await judge(args), { status: 2, stdout: '', stderr: complaint });
    t.match(await ask(['judge', 'chess'], { cwd }), { status: 2, stderr: /bananagrams, scrabble or boggle/ });
    t.match(await ask(['judge'], { cwd }), { status: 2, stderr: /got nothing/ });
    t.match(await ask(['judge', '--help'], { cwd }), { status: 0, stdout: /judge scrabble/ });
  });
});
