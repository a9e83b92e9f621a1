import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { boardFromFile } from '../../host/games/scrabble/board/make-board.ts';
import { failingSquares } from '../../host/games/scrabble/board/try-squares.ts';
import { drawing } from '../games/board-drawings.ts';
import { expectOk } from '../support/expect-ok.ts';
import { ask } from './in-process.ts';
import { succeed } from './wordhost.ts';

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

const withSigns = (name: Parameters<typeof drawing>[0]) =>
  drawing(name).replaceAll(/[a-d]/g, (kind) => `'"-=`['abcd'.indexOf(kind)]!);
const gridIn = (stdout: string, rows: number) =>
  stdout
    .split('\n')
    .slice(3, 3 + rows)
    .map((line) => line.slice(3))
    .join('\n');

t.test('board show draws draw a finite board, and what its characters stand for', async (t) => {
  const { stdout } = await succeed(t, ['board', 'show', 'standard']);
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
  const { status, stdout } = await ask('board show infinite-hole --at -9,-9 --size 19x19'.split(' '));
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
  const made = expectOk(boardFromFile('many', JSON.stringify({ ...sound, prog: '_result_ := 7', squares })));
  const faults = failingSquares(made.board);
  t.ok(faults.length > 10 && faults.length < 150, `${faults.length} programs`);
});

t.test('board check notes what a reader that associates to the right takes otherwise', async (t) => {
  const { status, stdout } = await ask(['board', 'check', 'sided.json'], { cwd });
  t.equal(status, 0);
  t.match(stdout, /note: squares\.0\.0: at `- 3 - 2`: operators associate/);
});

const mistakes: readonly (readonly [args: readonly string[], says: RegExp])[] = [
  [[], /board: expected check or show; got nothing/],
  [['draw', 'official'], /board: expected check or show; got "draw"/],
  [['check'], /board check: expected one board/],
  [['show', 'official', 'hole'], /board show: expected one board/],
  [
    ['show', 'offical'],
    /board offical: cannot be read: no such file or folder \(ENOENT\), .*not.*name.* built-in board; did you mean official\?/,
  ],
  [['check', '.'], /board \.: cannot be read/],
  [['show', 'random'], /board random: expected.*seed.*random:42/],
  [['show', 'no-board.json'], /board no-board\.json: prog: line 2, column 16/],
  [['show', 'infinite', '--at', '3'], /--at: expected X,Y, as in .*; got "3"/],
  [['show', 'infinite', '--at', '1000000001,0'], /--at: expected coordinates from -1000000000 to 1000000000/],
  [['show', 'infinite', '--size', '19'], /--size: expected WxH, as in 19x19; got "19"/],
  [
    ['show', 'infinite', '--size', '1000x1000'],
    /--size: expected from 1x1 to 40000 squares in total; got 1000x1000/,
  ],
  [['show', 'infinite', '--size', '0x4'], /--size: expected from 1x1/],
  [['check', 'official', '--at', '1,1'], /unknown option --at here; .*option.*show/],
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
