import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { resultsOf, run, withoutTerminal } from './wordhost.ts';

const cwd = t.testdir({ 'board.txt': 'C A T S\nO E D O\nA R I G\nS T N S\n' });
const board = ['--board', 'CATS/OEDO/ARIG/STNS'];
const names = ['--name', 'Ada', '--name', 'Ben'];
/** By the classic rules: says these when the game begins. */
const shouts = (...lines: readonly string[]) =>
  `echo ready; while read -r line; do if [ "$line" = start ]; then printf '${lines.join('\\n')}\\n'; fi; done`;
/** In turns: a line a turn, and pass where there are no more. */
const says = (...lines: readonly string[]) =>
  `set -- ${lines.map((line) => `"${line}"`).join(' ')}; echo ready; while read -r word rest; do if [ "$word" = turn ]; then echo "\${1:-pass}"; [ $# -eq 0 ] || shift; fi; done`;

t.test('A game: who has won, the figures, the best word on the board, and what each has found', async (t) => {
  const players = [
    shouts('guess CATS', 'guess toad', 'guess dog', 'done'),
    shouts('guess DOG', 'guess X', 'done'),
  ];
  const { status, stdout, stderr } = await run(['boggle', ...board, ...names, ...players], { cwd });
  t.equal(status, 0, stderr);
  t.match(stdout, /^player 1 \(Ada\) has won: all players are done\n/);
  t.match(stdout, / +1 {2}Ada +won +1 +2 +0 /);
  t.match(stdout, / {2}1: CATS 1 +1 Ada: 1 point, 2 words +2 Ben: 0 points, 1 word\n/);
  t.match(stdout, /\(C\)--A---T---S +CATS 1 +DOG 0 +DOG 0\n/);
});

t.test('--json, --require and several games, as in every game', async (t) => {
  const players = [says('guess CATS'), says('guess CAT', 'guess CATS')];
  const rules = ['--rules', 'turns', '--turns', '4'];
  const outcome = await run(
    ['boggle', ...board, ...rules, '--json', '--games', '2', '--require', 'score.1>=1', ...players],
    { cwd },
  );
  t.equal(outcome.status, 0, outcome.stderr);
  t.match(resultsOf(outcome), [
    {
      game: 'boggle',
      reason: 'turns-used',
      turns: 4,
      players: [
        { score: 1, errors: 0 },
        { score: 1, errors: 1 },
      ],
    },
    {
      game: 'boggle',
      players: [
        { entry: 2, score: 1, errors: 1 },
        { entry: 1, score: 1 },
      ],
    },
  ]);
  const failed = await run(['boggle', ...board, ...rules, '--quiet', '--require', 'score.1>=9', ...players], {
    cwd,
  });
  t.match(failed, { status: 1, stderr: /score\.1>=9 does not hold: it was 1/ });
});

t.test('A board from a file, and a size to roll', async (t) => {
  const shows =
    'echo ready; while read -r line; do case $line in board*|row*) echo "$line" >&2;; start) echo done;; esac; done';
  const seen = async (...args: readonly string[]) =>
    (await run(['boggle', '--quiet', '--stderr', 'inherit', '--name', 'X', ...args, shows], { cwd })).stderr;
  t.equal(
    await seen('--board', 'board.txt'),
    'X: board 4 4\nX: row C A T S\nX: row O E D O\nX: row A R I G\nX: row S T N S\n',
  );
  t.match(await seen('--width', '2', '--height', '3'), /^X: board 2 3\n(X: row [A-Z]+ [A-Z]+\n){3}$/);
});

t.test('An offender is told what it did, with the line at fault, and the status is 1', async (t) => {
  const { status, stderr } = await run(
    ['boggle', ...board, shouts('guess CATS', 'pass'), shouts('guess DOG')],
    { cwd },
  );
  t.equal(status, 1);
  t.match(stderr, /protocol \(word\): line 3: pass is for the rules of turns: say done at the end/);
  t.match(stderr, /to record and replay it: wordhost boggle .*--seed/);
});

t.test('A replay tells each guess, and with --grids draws the way of each word', async (t) => {
  const folder = t.testdir({});
  const players = [shouts('guess CATS', 'guess XQ', 'guess TTT', 'done'), shouts('guess DOG', 'done')];
  await run(['boggle', ...board, ...names, '--quiet', '--record', folder, ...players], { cwd });
  const path = join(folder, readdirSync(folder)[0]!);
  t.match(await run(['replay', '--verify', path], { cwd }), { status: 0, stdout: /: right\. / });
  const { stdout } = await run(['replay', '--grids', path], { cwd });
  t.match(stdout, / {2}the board is C A T S \/ O E D O \/ A R I G \/ S T N S\n/);
  t.match(stdout, /1 Ada finds CATS for 1\n\n {12}\(C\)--A---T---S\n\n {13}O {3}E {3}D {3}O\n/);
  t.match(stdout, /1 Ada guesses XQ: not in the dictionary\n/);
  t.match(stdout, /1 Ada is done\n/);
  t.match(stdout, /1 Ada has 1 word for 1\n/);
  t.notMatch(stdout, / \n/, 'nothing stands at the end of a line');
});

t.test(
  'With --view on a terminal the board is drawn again in one place',
  { skip: withoutTerminal },
  async (t) => {
    const player = 'wordhost player boggle --level few --pause 20ms';
    const { stdout } = await run(['boggle', '--seed', '4', '--view', ...names, player, player], {
      cwd,
      terminal: true,
    });
    t.match(stdout, /\[\d+A.\[J/s);
    t.match(stdout, /1 Ada: \d+ points?, \d+ words?/);
    t.match(stdout, /\d: [A-Z]+ \d+/);
  },
);

t.test('The demo plays by itself, and says what to try next', async (t) => {
  const { status, stdout } = await run(['demo', 'boggle', '--seed', '42'], { cwd });
  t.equal(status, 0);
  t.match(stdout, /1 Ada finds [A-Z]+ for \d+\n/);
  t.match(stdout, /has won: all players are done|a draw: all players are done/);
  t.match(stdout, /Now with a bot of your own/);
});

t.test('What is no game is a usage error, and nothing is started', async (t) => {
  for (const [args, complaint] of [
    [[], /boggle is for 1 to 16 players; 0 named/],
    [Array(17).fill('true'), /boggle is for 1 to 16 players; 17 named/],
    [['--rules', 'turns', 'true'], /--rules turns is for 2 players, and there is 1/],
    [['--rules', 'chess', 'true'], /--rules: expected one of classic, turns/],
    [['--time', '5', 'true'], /--time: expected a time with its unit/],
    [['--time', '0', 'true'], /--time: expected a time with its unit/],
    [['--turns', '0', 'true'], /--turns: expected a whole number from 1 to 1000/],
    [['--width', '17', 'true'], /--width: expected a whole number from 1 to 16/],
    [['--board', 'AB/C', 'true'], /--board: row 2: expected 2 cells/],
    [
      ['--board', 'nowhere', 'true'],
      /--board: cannot read nowhere: there is no such file or folder \(ENOENT\)\. Expected: board: its rows, as in RSPL/,
    ],
    [['--dictionary', 'none', 'true'], /--dictionary none: boggle cannot be played without a word list/],
    [['--handsize', '7', 'true'], /there is no option --handsize/],
  ] as const)
    t.match(
      await run(['boggle', ...args], { cwd }),
      { status: 2, stdout: '', stderr: complaint },
      args.join(' '),
    );
});
