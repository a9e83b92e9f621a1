import t from 'tap';
import { resultsOf, run } from './wordhost.ts';

const cwd = t.testdir({
  'words.txt': 'CAT\nCATS\nDOG\nQUIT\nSAT\nTAC\nTASTES\n',
  'board.txt': '# mine\nC A\nT S\n',
});
const judge = (args: readonly string[], more: object = {}) =>
  run(['judge', 'boggle', '--dictionary', 'words.txt', ...args], { cwd, ...more });

t.test('A right word: what it brings, and its way over the board from the cell in parentheses', async (t) => {
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
    [['DOG'], 'wrong: notonboard (no path of neighbouring cells spells it with each cell used once)\n'],
    [['TASTES'], 'wrong: notonboard (no path of neighbouring cells spells it with each cell used once)\n'],
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
    { problem: /expected "board" to be a text/ },
    { problem: /expected "found" to be a list/ },
    { word: 'TWO WORDS', right: false, reason: 'notindictionary' },
    { problem: /there is no key "fuond"; the keys are word, board, found; did you mean found/ },
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
  const { stderr } = await run(
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
    [['CAT'], /expected a board, --board RSPL\/EIBT\/ULZA\/ESTI, or the --seed of a match/],
    [['--board', 'nowhere.txt', 'CAT'], /--board: cannot read nowhere\.txt/],
    [['--board', '5x5', 'CAT'], /cannot read 5x5: .*rolled from dice, --width by --height/],
    [['--board', 'AB/C', 'CAT'], /--board: row 2: expected 2 cells, as in row 1; got 1/],
    [['--board', 'CA/TS', '--seed', '3', 'CAT'], /--board and --seed: expected one of them/],
    [['--board', 'CA/TS', '--width', '3', 'CAT'], /--board and --width: expected one of them/],
    [['--seed', '3', '--width', '17', 'CAT'], /--width: expected a whole number from 1 to 16/],
    [['--board', 'CA/TS', '--words', 'CAT'], /--words: expected no word; got CAT/],
  ] as const)
    t.match(await judge(args), { status: 2, stdout: '', stderr: complaint }, args.join(' '));
  t.match(await run(['judge', '--help'], { cwd }), { status: 0, stdout: /judge boggle/ });
});
