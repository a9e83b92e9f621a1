import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { boardFromFile } from '../../host/games/scrabble/board/make-board.ts';
import { failingSquares } from '../../host/games/scrabble/board/try-squares.ts';
import { drawing } from '../games/board-drawings.ts';
import { leavesFile } from '../leaves/klv-of.ts';
import { ask, say } from './in-process.ts';
import { resultsOf, run } from './wordhost.ts';

t.test('judge boggle', async (t) => {
  const cwd = t.testdir({
    'words.txt': 'CAT\nCATS\nDOG\nQUIT\nSAT\nTAC\nTASTES\n',
    'board.txt': '# mine\nC A\nT S\n',
  });
  const judge = (args: readonly string[], more: object = {}) =>
    ask(['judge', 'boggle', '--dictionary', 'words.txt', ...args], { cwd, ...more });

  t.test(
    'A right word: what it brings, and its way over the board from the cell in parentheses',
    async (t) => {
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
    },
  );

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
      {
        cwd,
      },
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
      stderr: /"8H HELLO": the columns of this board have no letters\. Use X,Y across WORD/,
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
    t.match(await judge('8H CAT', '8H HO'), {
      status: 2,
      stderr: /expected one move, .*; got "8H CAT" "8H HO"/,
    });
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
    const answers = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
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
      { problem: /expected "bag" to be a number of tiles/ },
      { problem: 'unknown key "hnad"; the keys are move, laid, cgp, hand, bag; did you mean hand?' },
    ]);
    t.equal(status, 2);
  });

  t.test('Mistakes of the user are told with what would have been right', async (t) => {
    for (const [args, complaint] of [
      [[], /expected one move, such as "8H HELLO"/],
      [['HELLO'], /is not a valid move/],
      [['0,0 sideways HELLO'], /is not a valid move/],
      [['0,0 across HEL1O'], /no tile of this set can stand for 1/],
      [['--laid', '9,9 across CAT', '0,0 across CAT'], /there is no square at \(9, 9\)/],
      [['--board', 'no-board.json', '0,0 across CAT'], /--board: no-board\.json: .*prog/],
      [['--board', 'nowhere.json', '0,0 across CAT'], /cannot read nowhere\.json/],
      [['--tiles', 'english:99999', '0,0 across CAT'], /--tiles: .*expected from 1 to/],
      [['--board', 'random', '8H CAT'], /--board random: expected a seed after the name, as in random:42/],
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

const LAST_POSITION =
  '5BERGS5/4PA3U5/2QAID3R5/3BEE3F2S2/1P1ET2VIATIC2/MA1TAW3c2H2/ES3IS2E2A2/AT1FOLIA4V2/LI1L1EX1E6/1N1O1D2N2Y3/1GNU2C1JETE3/2ER2OHO2N3/2O3GOY6/1INDOW1U7/4DORR7 IKLMTZ/AEINRU? 0/0 0';

t.test('moves', async (t) => {
  const cwd = t.testdir({
    'words.txt': 'CAT\nCATS\nSAT\nAT\nTEA\nSEA\nSEAT\n',
    'leaves.klv2': leavesFile(),
    'german.csv': readFileSync(join(import.meta.dirname, '../games/german-tiles.csv')),
  });
  const rows = (across: string) => [...Array(7).fill('15'), across, ...Array(7).fill('15')].join('/');
  const cat = rows('6CAT6');
  const moves = (args: readonly string[], input?: string) =>
    ask(['moves', ...args], { cwd, ...(input !== undefined && { input }) });
  const small = ['--dictionary', 'words.txt'];

  t.test('the plays with the most points, with place, points and words', async (t) => {
    t.match(await moves([...small, '--top', '3', `${cat} AES?/ 0/10 0`]), {
      status: 0,
      stdout: [
        '   play     points  words',
        '1  J8 SEA       11  SEA, CATS',
        '2  J8 SEAt      11  SEAT, CATS',
        '3  J8 SeA       10  SEA, CATS',
        '',
      ].join('\n'),
      stderr: '',
    });
    t.match(await moves([...small, `${cat} QVV/ 0/10 0`]), { status: 0, stdout: 'no play\n' });
  });

  t.test('as JSON, each play can be judged as it stands', async (t) => {
    const position = `${cat} AES?/ 0/10 0`;
    const { stdout, status } = await moves([...small, '--json', position]);
    t.equal(status, 0);
    const { plays } = JSON.parse(stdout);
    t.ok(plays.length > 3 && plays.length <= 20, `${plays.length} plays`);
    const lines = plays.map(({ move }: { move: string }) => JSON.stringify({ move, cgp: position }));
    const judged = await ask(['judge', 'scrabble', ...small, '-'], { cwd, input: lines.join('\n') });
    t.equal(judged.status, 0);
    const verdicts = judged.stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    for (const [index, { points, words }] of plays.entries())
      t.match(verdicts[index], { legal: true, points, words }, plays[index].move);
  });

  t.test('by the leave values of a file: by equity, with the best change of tiles', async (t) => {
    const byEquity = ['--leave', 'leaves.klv2'];
    t.match(await moves([...small, ...byEquity, '--top', '4', `${cat} AES?/ 0/10 0`]), {
      status: 0,
      stdout: [
        '   play       points  equity  words',
        '1  I8 .EA          4   37.13  TEA',
        '2  J8 SEA         11   36.00  SEA, CATS',
        '3  I7 A.           3   35.13  AT',
        '4  change AE       0   33.13',
        '',
      ].join('\n'),
      stderr: '',
    });
    const best = async (position: string, ...options: readonly string[]) => {
      const { stdout } = await moves([...options, ...byEquity, '--json', position]);
      return JSON.parse(stdout).plays.map(({ move, equity }: Record<string, unknown>) => `${move} ${equity}`);
    };
    const opening = await best(`${rows('15')} AESTXZ?/ 0/0 0`, ...small);
    t.equal(opening[0], 'change AETXZ 33.125');
    t.equal(opening[1], '8G SEAT 30.3', 'the A is beside two double letters');
    const last = await best(LAST_POSITION);
    t.equal(last[0], '8M .IM -20', 'twice KLTZ and ten more are taken off, since the bag is empty');
    for (const [path, problem] of [
      ['none.klv2', /^wordhost: --leave none\.klv2: expected a KLV2 file: no such file/],
      ['words.txt', /^wordhost: --leave words\.txt: expected a KLV2 file: its numbers of nodes/],
    ] as const)
      t.match(await moves([...small, '--leave', path, `${cat} AES?/ 0/10 0`]), {
        status: 2,
        stderr: problem,
      });
    t.match(await moves(['--tiles', 'german.csv', ...small, ...byEquity, `${cat} AES/ 0/10 0`]), {
      status: 2,
      stderr: /^wordhost: moves: --leave: expected the leaves of 29 letters, .*; the file has 26$/m,
    });
  });

  t.test('many positions: one a line in, one JSON object a line out', async (t) => {
    const { stdout, status } = await moves([...small, '--top', '1', '-'], `${cat} S/ 0/0 0\n3 A/ 0/0 0\n`);
    t.equal(status, 2, 'that of the worst line');
    t.match(
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
      [
        { plays: [{ move: '8G ...S', points: 6, placements: '2 0 19S1' }] },
        { problem: 'invalid position: expected 15 rows for the board official; got 1' },
      ],
    );
  });

  t.test('a position names a word list of others: a note says which one it is', async (t) => {
    const named = `${cat} S/ 0/0 0 lex NWL18;`;
    t.match(await moves([named]), {
      status: 0,
      stderr:
        'the position names the word list NWL18; these plays use english: use --dictionary FILE for another list\n',
    });
    t.match(await moves([...small, named]), { status: 0, stderr: '' });
    t.match(
      await moves([`${cat} S/ 0/0 0 lex ;`]),
      { status: 0, stderr: '' },
      'a name that is empty says nothing',
    );
  });

  t.test('what is wrong is said', async (t) => {
    const wrong: readonly (readonly [args: readonly string[], stderr: RegExp])[] = [
      [['3 A/ 0/0 0'], /moves: invalid position: expected 15 rows for the board official; got 1/],
      [[`${cat} /ABC 0/0 0`], /rack 1: expected the tiles of the player whose turn it is; got none/],
      [['--dictionary', 'none', `${cat} A/ 0/0 0`], /--dictionary none: expected a word list for moves/],
      [['--board', 'random', `${cat} A/ 0/0 0`], /--board random: expected a seed after the name/],
      [['--board', 'infinite', `${cat} A/ 0/0 0`], /the board infinite has no edges/],
      [[cat, 'A/', '0/0', '0'], /expected one position in quotes, such as "15\/15\//],
      [[], /expected one position in quotes/],
    ];
    for (const [args, stderr] of wrong) t.match(await moves(args), { status: 2, stdout: '', stderr });
  });

  t.test('a move is judged on a position as text, with its hand and its bag', async (t) => {
    const judge = (...args: string[]) => ask(['judge', 'scrabble', ...small, ...args], { cwd });
    const position = `${cat} AES?/ 0/10 0`;
    t.match(await judge('--cgp', position, '8G ...S'), { status: 0, stdout: /^legal: 6 points/ });
    t.match(await judge('--cgp', position, '8G ...T'), { status: 1, stdout: /playerdoesnothavepiece 1 20/ });
    t.match(await judge('--cgp', `${cat} / 0/10 0`, '8G ...S'), { status: 0 }, 'a hand that is not known');
    t.match(await judge('--cgp', position, '--hand', 'AE', '8G ...S'), { status: 1 }, 'another hand');
    t.match(await judge('--cgp', position, 'change AE'), { status: 0 });
    t.match(await judge('--cgp', position, '--bag', '6', 'change AE'), {
      status: 1,
      stdout: /notenoughpieces/,
    });
    t.match(await judge('--cgp', `${position} bb 9;`, '--handsize', '1', '8G ...S'), {
      status: 2,
      stderr: /rack 1: expected at most 1 tile; got 4/,
    });
    t.match(await judge('--cgp', position, '--laid', '0,0 across CAT', '8G ...S'), {
      status: 2,
      stderr: /expected the tiles on the board as moves or as a position; got both/,
    });
    t.match(await judge('--cgp', '15', '8G CAT'), { status: 2, stderr: /character 3: expected four parts/ });
  });
});

t.test('board', async (t) => {
  const sound = {
    prog: 'if (_x_ * _x_ + _y_ * _y_ <= 9) then { _result_ := 7 } else { _result_ := 0 - 1 }',
    squares: { 7: { 0: '_result_ := pointValue(_pos_) + _acc_', 3: '_result_ := _acc_ * _acc_' } },
    usedSquare: 7,
    center: [0, 0],
    isInfinite: false,
  };
  const cwd = t.testdir({
    'round.json': JSON.stringify(sound),
    'no-board.json': JSON.stringify({ ...sound, prog: 'declare a;\n_result_ := a +' }),
    'endless.json': JSON.stringify({ ...sound, prog: 'while (true) do { skip }', isInfinite: true }),
    'sided.json': JSON.stringify({
      prog: '_result_ := 0',
      squares: { 0: { 0: '_result_ := _acc_ - 3 - 2' } },
      usedSquare: 0,
      center: [0, 0],
      isInfinite: true,
    }),
    'doubtful.json': JSON.stringify({
      ...sound,
      squares: { 7: { 0: '_result_ := _x_' } },
      center: [9, 9],
    }),
  });

  /** As a game is shown: small letters are blanks there, and signs are squares. */
  const withSigns = (name: Parameters<typeof drawing>[0]) =>
    drawing(name).replaceAll(/[a-d]/g, (kind) => `'"-=`['abcd'.indexOf(kind)]!);
  /** Without the names of its columns and rows. */
  const gridIn = (stdout: string, rows: number) =>
    stdout
      .split('\n')
      .slice(3, 3 + rows)
      .map((line) => line.slice(3))
      .join('\n');

  t.test('board show draws draw a finite board, and what its characters stand for', async (t) => {
    const { status, stdout, stderr } = await run(['board', 'show', 'standard']);
    t.equal(status, 0, stderr);
    const [head, ...rest] = stdout.split('\n');
    t.equal(head, 'standard: 15 by 15 from (-7, -7), 225 squares; center (0, 0); kinds 0, 1, 2, 3, 4');
    t.equal(gridIn(stdout, 15), withSigns('standard'));
    t.match(rest[1], /^ {3}A B C D E F G H I J K L M N O$/);
    t.match(rest[9], /^ 8 = . . ' /);
    t.match(
      stdout,
      '=  triple word     kind 4, `d`   0: _result_ := pointValue(_pos_) + _acc_   1: _result_ := _acc_ * 3',
    );
  });

  t.test('board show draws a part of a board without end', async (t) => {
    const { status, stdout } = await ask([
      'board',
      'show',
      'infinite-hole',
      '--at',
      '-9,-9',
      '--size',
      '19x19',
    ]);
    t.equal(status, 0);
    t.equal(gridIn(stdout, 19), withSigns('infinite-hole'));
    t.match(stdout, /^ {11}-5 {8}0 {9}5\n-9 # # /m);
    const far = await ask(['board', 'show', 'infinite', '--at=999999995,-1000000000', '--size=8x2']);
    t.match(far.stdout, /^-1000000000 (\S ){6}# #$/m, 'where coordinates end, the board does');
  });

  t.test('board show puts the centre in the middle where nothing else was said', async (t) => {
    const { stdout } = await ask(['board', 'show', 'random:42', '--size', '1x1', '--json']);
    const { name, center, view } = JSON.parse(stdout);
    t.equal(name, 'random:42');
    t.same([view.x, view.y], center);
    const endless = await ask(['board', 'show', 'infinite', '--json']);
    t.match(JSON.parse(endless.stdout).view, { x: -10, y: -10, width: 21, height: 21 });
  });

  t.test('board show gives a file as JSON too, null for no square', async (t) => {
    const { status, stdout } = await ask(['board', 'show', 'round.json', '--json'], { cwd });
    t.equal(status, 0);
    const board = JSON.parse(stdout);
    t.match(board, { isInfinite: false, usedSquare: 7, squares: [{ id: 7, drawnAs: 'g' }] });
    t.match(board.view, { x: -3, y: -3, width: 7, height: 7 });
    t.same(board.view.rows[0], [null, null, null, 7, null, null, null]);
  });

  t.test('board check says what a board is, and 0', async (t) => {
    const { status, stdout } = await ask(['board', 'check', 'round.json'], { cwd });
    t.equal(status, 0);
    t.equal(stdout, 'round.json: 7 by 7 from (-3, -3), 29 squares; center (0, 0); kinds 7\n');
  });

  t.test('board check says what is wrong and where, and 1', async (t) => {
    const syntax = await ask(['board', 'check', 'no-board.json'], { cwd });
    t.equal(syntax.status, 1);
    t.match(
      syntax.stdout,
      /^board no-board\.json: prog: line 2, column 16: expected a number, .*; got the end/,
    );
    const endless = await ask(['board', 'check', 'endless.json', '--json'], { cwd });
    t.equal(endless.status, 1);
    t.match(JSON.parse(endless.stdout), { ok: false, problem: /TooManySteps.*at \(0, 0\)/, notes: [] });
  });

  t.test('board check notes what is allowed and can hardly be meant', async (t) => {
    const { status, stdout } = await ask(['board', 'check', 'doubtful.json'], { cwd });
    t.equal(status, 0);
    t.match(stdout, 'note: center: no square at (9, 9)');
    t.match(stdout, 'note: squares.7.0: line 1, column 13: VarNotFound: unknown variable _x_');
  });

  const failing = [
    ['division', '_result_ := 1 / 0', /line 1, column 15: DivisionByZero: 1 \/ 0$/m],
    [
      'place',
      '_result_ := pointValue(99)',
      /line 1, column 13: IndexOutOfBounds: pointValue\(99\): the word has/,
    ],
    ['endless loop', 'while (true) do { skip }', /line 1, column 8: TooManySteps: more than 100000 steps$/m],
    ['blank', '_result_ := 4 / pointValue(_pos_)', /so AT gets 0 points: .*DivisionByZero: 4 \/ 0$/m],
  ] as const;

  t.test('board check and judge name the program of a square that fails, and the word', async (t) => {
    for (const [name, program, why] of failing) {
      const file = `${name}.json`;
      writeFileSync(join(cwd, file), JSON.stringify({ ...sound, squares: { 7: { 0: program } } }));
      const checked = await ask(['board', 'check', file], { cwd });
      t.equal(checked.status, 0, 'the word has no points, and the board may be used');
      t.match(checked.stdout, /^note: squares\.7\.0 failed at letter 1 of AT, so AT gets 0 points: line /m);
      t.match(checked.stdout, why);
      if (name === 'blank') continue;
      const judged = await ask(['judge', 'scrabble', '--board', file, '0,0 across AT'], { cwd });
      t.match(
        judged.stdout,
        /^legal: 0 points\n {2}AT across from \(0, 0\): 0\n {2}squares\.7\.0 failed at letter 1 of AT, /,
      );
      t.match(judged.stdout, why);
    }
  });

  t.test('of a board with many slow programs only some are tried', async (t) => {
    const slow = 'declare i; while (i < 10000) do { i := i + 1 }; _result_ := 1 / 0';
    const squares = Object.fromEntries(
      Array.from({ length: 250 }, (_, id) => [
        id,
        Object.fromEntries(
          Array.from({ length: 8 }, (_, priority) => [priority, priority === 7 ? slow : '_result_ := 1']),
        ),
      ]),
    );
    const made = boardFromFile('many', JSON.stringify({ ...sound, prog: '_result_ := 7', squares }));
    if (!made.ok) throw new Error(made.problem);
    const faults = failingSquares(made.board);
    t.ok(faults.length > 10 && faults.length < 150, `${faults.length} programs`);
  });

  t.test('board check notes what a reader that associates to the right takes otherwise', async (t) => {
    const { status, stdout } = await ask(['board', 'check', 'sided.json'], { cwd });
    t.equal(status, 0);
    t.match(stdout, 'note: squares.0.0: at `- 3 - 2`: operators associate to the left here');
  });

  const mistakes: readonly (readonly [args: readonly string[], says: RegExp])[] = [
    [[], /board: expected check or show; got nothing/],
    [['draw', 'official'], /board: expected check or show; got "draw"/],
    [['check'], /board check: expected one board/],
    [['show', 'official', 'hole'], /board show: expected one board/],
    [
      ['show', 'offical'],
      /board offical: cannot be read: no such file or folder \(ENOENT\), and it is not the name of a built-in board; did you mean official\?/,
    ],
    [['check', '.'], /board \.: cannot be read/],
    [['show', 'random'], /board random: expected a seed after the name, as in random:42/],
    [['show', 'no-board.json'], /board no-board\.json: prog: line 2, column 16/],
    [['show', 'infinite', '--at', '3'], /--at: expected X,Y, as in .*; got "3"/],
    [
      ['show', 'infinite', '--at', '1000000001,0'],
      /--at: expected coordinates from -1000000000 to 1000000000/,
    ],
    [['show', 'infinite', '--size', '19'], /--size: expected WxH, as in 19x19; got "19"/],
    [
      ['show', 'infinite', '--size', '1000x1000'],
      /--size: expected from 1x1 to 40000 squares in total; got 1000x1000/,
    ],
    [['show', 'infinite', '--size', '0x4'], /--size: expected from 1x1/],
    [
      ['check', 'official', '--at', '1,1'],
      /unknown option --at here; it is an option of wordhost board show/,
    ],
    [['show', '--sise', '3x3', 'official'], /unknown option --sise; did you mean --size\?/],
  ];

  t.test('A mistake in the call says what was expected, and 2', async (t) => {
    for (const [args, says] of mistakes) {
      const { status, stdout, stderr } = await ask(['board', ...args], { cwd });
      t.equal(status, 2, args.join(' '));
      t.match(stderr, says);
      t.equal(stdout, '');
    }
  });

  t.test('The help of board names the built-in boards', async (t) => {
    const { status, stdout } = await ask(['board', '--help']);
    t.equal(status, 0);
    t.match(
      stdout.replaceAll('\n', ' '),
      /standard, official, hole, infinite, infinite-hole, plain, random, infinite-random/,
    );
  });
});

t.test('stats', async (t) => {
  const player = (seat: number, entry: number, score: number, outcome = 'lost') => ({
    seat,
    entry,
    outcome,
    score,
  });
  const line = (seed: string, first: number, second: number, swapped = false, more: object = {}) =>
    JSON.stringify({
      wordhost: 1,
      game: 'scrabble',
      seed,
      reason: 'out',
      winner: first > second ? 1 : 2,
      players: [player(1, swapped ? 2 : 1, first), player(2, swapped ? 1 : 2, second)],
      ...more,
    });

  t.test('stats', async (t) => {
    const cwd = t.testdir({
      'pairs.jsonl': [line('a', 400, 300), line('a', 310, 290, true), line('b', 400, 300), ''].join('\n'),
      'two-games.jsonl': [line('a', 1, 2), line('b', 1, 2, false, { game: 'boggle' })].join('\n'),
      'three.jsonl': line('a', 1, 2, false, { players: [player(1, 1, 1), player(2, 2, 2), player(3, 3, 3)] }),
      'pointless.jsonl': [1, 2]
        .map((seat) =>
          line('a', 1, 2, false, {
            game: 'bananagrams',
            players: [1, 2].map((entry) => ({ seat: entry === seat ? 1 : 2, entry, outcome: 'lost' })),
          }),
        )
        .join('\n'),
      'broken.jsonl': `${line('a', 1, 2)}\n{"wordhost":1}\n`,
      'text.jsonl': 'hello\n',
      'all.db': 'SQLite format 3\0…',
      'empty.jsonl': '\n',
      'cut.jsonl': `${line('a', 1, 2)}\n${line('b', 1, 2).slice(0, 50)}`,
      'record.jsonl': '{"t":0,"type":"game","wordhost":1}\n',
      'list.jsonl': '[]\n',
      'named.jsonl': `${line('a', 1, 2, false, { id: 'a1' })}\n`,
      'windows.jsonl': `\ufeff${line('a', 400, 300)}\r\n${line('a', 310, 290, true)}\r\n\r\n`,
      'same-seats.jsonl': [line('a', 400, 300), line('a', 310, 290), line('a', 310, 290, true)].join('\n'),
    });
    const stats = (...words: string[]) => say(['stats', ...words], { cwd });

    t.test('the any-time test of counts, in words and as JSON', async (t) => {
      const decided = await stats('--pentanomial', '0,0,1,1,10');
      t.match(
        decided.stdout,
        /^NEW is better: it has 93\.8 % of 24 games\.\nIf NEW were no better than OLD, at most 5 % of /,
      );
      t.match(decided.stdout, /^share +93\.8 %; 56\.1 % to 99\.8 %$/m);
      t.match(decided.stdout, /^Elo +470; 42 to 1040$/m);
      t.match(decided.stdout, /^bet: better +capital 141, decides at 20$/m);
      t.match(decided.stdout, /^bet: not better +capital 0\.352, decides at 20$/m);
      t.notMatch(decided.stdout, /superiority|normalized/);
      const { stdout } = await stats('--pentanomial', '0,0,0,0,8', '--json');
      const { test, share, sprt, verdict } = JSON.parse(stdout);
      t.strictSame(test, {
        ...{ kind: 'anytime', difference: 10, alpha: 0.05, beta: 0.05 },
        ...{ better: 3.3447, notBetter: -0.9038, bound: 2.9957, accepted: 'better' },
      });
      t.strictSame(share, { value: 1, low: 0.4766, high: 0.9999 });
      t.strictSame([sprt, verdict], [null, 'better']);
      t.match((await stats('--pentanomial', '0,0,0,0,8')).stdout, /^Elo +more than -16$/m);
      t.match((await stats('--pentanomial', '8,0,0,0,0')).stdout, /^Elo +less than 16$/m);
      const careful = ['--wdl', '1,0,0', '--alpha', '0.000001'];
      t.match((await stats(...careful)).stdout, /^share +100\.0 %; 0\.0 % to 100\.0 %\nElo +not yet known$/m);
    });

    t.test('the any-time test has four answers, by its options', async (t) => {
      const verdictOf = async (...words: string[]) =>
        JSON.parse((await stats(...words, '--json')).stdout).verdict;
      const level = ['--pentanomial', '0,0,400,0,0'];
      t.equal(await verdictOf(...level), 'not-better');
      t.equal(await verdictOf(...level, '--difference', '0'), 'undecided');
      t.equal(await verdictOf(...level, '--not-worse'), 'not-worse');
      t.equal(await verdictOf(...level, '--not-worse', '--difference', '1'), 'undecided');
      for (const more of [[], ['--not-worse']]) t.equal(await verdictOf('--wdl', '2,0,38', ...more), 'worse');
      t.equal(await verdictOf('--wdl', '8,0,0', '--alpha', '0.01'), 'undecided');
      const { stdout } = await stats('--wdl', '2,0,38', '--not-worse', '--json');
      t.match(JSON.parse(stdout).test, { notWorse: Number, worse: Number, accepted: 'worse' });
      t.match(
        (await stats(...level, '--not-worse')).stdout,
        /^If NEW were worse by 10 Elo or more, at most 5 % of/m,
      );
      t.match((await stats(...level)).stdout, /^If NEW were better by 10 Elo or more, at most 5 % of/m);
    });

    t.test('the sequential test of counts, in words and as JSON', async (t) => {
      const { stdout, status } = await stats('--test', 'sprt', '--pentanomial', '34,54,63,64,75');
      t.equal(status, 0);
      t.match(
        stdout,
        /^NEW is better so far \(336 of 580 points\); the test has not decided: more games .* about 110\.$/m,
      );
      t.match(stdout, /^pairs +290: 34 with 0 points, 54 with ½, 63 with 1, 64 with 1½, 75 with 2$/m);
      t.match(stdout, /^Elo +55\.58 ± 27\.65$/m);
      t.match(stdout, /^log likelihood +2\.48, between -2\.94 and 2\.94$/m);
      const json = JSON.parse((await stats('--elo1', '10', '--wdl', '136,111,96', '--json')).stdout);
      t.notOk('test' in json || 'share' in json, 'the line is that of earlier versions');
      t.match(json, {
        kind: 'compare',
        games: 343,
        pairs: null,
        elo: { value: 40.7, error: 30.43 },
        los: 0.996,
      });
      t.match(json.sprt, {
        model: 'normalized',
        elo0: 0,
        elo1: 10,
        lower: -2.94,
        upper: 2.94,
        accepted: null,
      });
    });

    t.test(
      'what is not known is so as JSON; in words, Elo is the difference of two ratings then',
      async (t) => {
        const unknown = 'not yet known';
        const tried = [
          ['--pentanomial', '0,0,0,60,0', '191 ± 72', unknown, unknown],
          ['--wdl', '4,0,0', '447 ± 577', unknown, unknown],
          ['--wdl', '4,1,0', '382 ± 508', '694.87 ± 304.54', '100.00 %'],
        ] as const;
        for (const [option, counts, ...figures] of tried) {
          const { stdout } = await stats(option, counts, '--test', 'sprt');
          const shown = ['Elo', 'normalized Elo', 'superiority'].map(
            (figure) => new RegExp(`^${figure} +(.*)$`, 'm').exec(stdout)?.[1],
          );
          t.strictSame(shown, figures, counts);
        }
        const json = async (counts: string) => JSON.parse((await stats('--wdl', counts, '--json')).stdout);
        t.match(await json('4,0,0'), { elo: null, normalizedElo: null, los: null });
        const few = await json('4,1,0');
        t.strictSame(few.elo, { value: 381.7, error: null });
        t.match(few, { normalizedElo: { value: 694.87, error: 304.54 }, los: 1 });
      },
    );

    t.test('of results: pairs by their seed, seen by either player', async (t) => {
      const first = await stats('pairs.jsonl', '--json');
      t.match(JSON.parse(first.stdout), {
        game: 'scrabble',
        games: 3,
        pairs: 1,
        pentanomial: [0, 0, 1, 0, 0],
        won: 2,
        lost: 1,
        margin: { mean: 40, error: null },
      });
      t.match(
        first.stderr,
        /note: 1 game without the second game of the pair; only complete pairs are counted/,
      );
      t.match(JSON.parse((await stats('pairs.jsonl', '--entry', '2', '--json')).stdout), { won: 1, lost: 2 });
    });

    t.test('two games with one seed are a pair only if the players have changed their seats', async (t) => {
      const { stdout, stderr } = await stats('same-seats.jsonl', '--json');
      t.match(JSON.parse(stdout), { games: 3, pairs: 1, pentanomial: [0, 0, 1, 0, 0], margin: { mean: 40 } });
      t.match(stderr, /note: 1 game without the second game of the pair; only complete pairs are counted/);
    });

    t.test('a file that comes from Windows is read as well', async (t) => {
      const { stdout } = await stats('windows.jsonl', '--json');
      t.match(JSON.parse(stdout), { games: 2, pairs: 1 });
    });

    t.test('a question the other way', async (t) => {
      const { stdout } = await stats('--pentanomial', '10,20,100,90,80', '--not-worse', '--test', 'sprt');
      t.match(stdout, /hypotheses +-10 against 0 Elo \(normalized\)/);
      t.match(
        stdout,
        /^NEW is not worse: it has 67\.5 % of 600 games\.\nIf NEW were worse by 10 Elo \(normalized\), at/,
      );
    });

    const mistakes: [words: string[], says: RegExp][] = [
      [[], /stats: expected one of --pentanomial, --wdl or files of results; got none/],
      [['--wdl', '1,2,3', 'pairs.jsonl'], /expected one of .*; got 2/],
      [['--wdl', '1,2'], /--wdl: expected 3 whole numbers with commas between them, not all 0; got "1,2"/],
      [['--pentanomial', '0,0,0,0,0'], /--pentanomial: expected 5 whole numbers/],
      [['--wdl', '1,2,3', '--elo1', 'much'], /--elo1: expected a number from -1000 to 1000; got "much"/],
      [['--wdl', '1,2,3', '--elo0', '5', '--elo1', '5'], /expected elo0 below elo1/],
      [['--wdl', '1,2,3', '--not-worse', '--elo1', '5'], /--not-worse and --elo1: use one or the other/],
      [
        ['--wdl', '1,2,3', '--test', 'anytime', '--elo1', '5'],
        /--test anytime and --elo1: use one or the other: only --test sprt has them/,
      ],
      [
        ['--wdl', '1,2,3', '--difference', '5', '--elo1', '5'],
        /--difference and --elo1: use one or the other: only --test anytime has a --difference/,
      ],
      [['--wdl', '1,2,3', '--test', 'sprt', '--difference', '5'], /--difference and --test sprt: use one/],
      [['--wdl', '1,2,3', '--model', 'margin'], /--model margin requires files of results/],
      [
        ['pointless.jsonl', '--model', 'margin'],
        /--model margin: expected a game with points; bananagrams has none/,
      ],
      [
        ['all.db'],
        /all\.db: expected results; got a store\. To use its results: wordhost store export --results - all\.db/,
      ],
      [['nowhere.jsonl'], /nowhere\.jsonl: no such file/],
      [['empty.jsonl'], /empty\.jsonl: expected results, as printed by --json; found none/],
      [['text.jsonl'], /text\.jsonl: line 1: expected a result, as printed by --json; got "hello"/],
      [['cut.jsonl'], /cut\.jsonl: line 2: expected a result, as printed by --json; got an incomplete line/],
      [
        ['record.jsonl'],
        /record\.jsonl: line 1: expected a result, as printed by --json; got an event of a record/,
      ],
      [['list.jsonl'], /list\.jsonl: line 1: a result: expected an object; got a list of 0/],
      [
        ['named.jsonl', 'named.jsonl'],
        /named\.jsonl: line 1: expected each game once; game a1 is also in named\.jsonl: line 1/,
      ],
      [['broken.jsonl'], /broken\.jsonl: line 2: game: expected a string; got nothing/],
      [['three.jsonl'], /three\.jsonl: line 1: expected a game between 2 players; it had 3/],
      [['two-games.jsonl'], /line 2: expected results of one game, scrabble; got one of boggle/],
      [['pairs.jsonl', '--entry', '3'], /--entry 3: pairs\.jsonl: line 1 has players 1 and 2/],
    ];
    for (const [words, says] of mistakes)
      t.test(`stats ${words.join(' ')}`, async (t) =>
        t.match(await stats(...words), { status: 2, stderr: says }),
      );
  });
});
