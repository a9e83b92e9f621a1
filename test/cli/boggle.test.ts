import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { say } from './in-process.ts';
import { run, succeed } from './wordhost.ts';

const cwd = t.testdir({ 'board.txt': 'C A T S\nO E D O\nA R I G\nS T N S\n' });
const board = ['--board', 'CATS/OEDO/ARIG/STNS'];
const names = ['--name', 'Ada', '--name', 'Ben'];
const shouts = (...lines: readonly string[]) =>
  `echo ready; while read -r line; do if [ "$line" = start ]; then printf '${lines.join('\\n')}\\n'; fi; done`;

t.test('A game: who has won, the figures, the board and the words of each', async (t) => {
  const players = [
    shouts('guess CATS', 'guess toad', 'guess dog', 'done'),
    shouts('guess DOG', 'guess X', 'done'),
  ];
  const { stdout } = await succeed(t, ['boggle', ...board, ...names, ...players], { cwd });
  t.match(stdout, /^player 1 \(Ada\) has won: all players are done\n/);
  t.match(stdout, / +1 {2}Ada +won +1 +2 +0 /);
  t.match(stdout, / {2}1: CATS 1 +1 Ada: 1 point, 2 words +2 Ben: 0 points, 1 word\n/);
  t.match(stdout, /\(C\)--A---T---S +CATS 1 +DOG 0 +DOG 0\n/);
});

t.test('An offender is told what it did, with the line at fault, and the status is 1', async (t) => {
  const { status, stderr } = await run(
    ['boggle', ...board, shouts('guess CATS', 'pass'), shouts('guess DOG')],
    { cwd },
  );
  t.equal(status, 1);
  t.match(stderr, /protocol \(word\): line 3: pass is for --rules turns: write done at the end/);
  t.match(stderr, /record.*replay.*: wordhost boggle .*--seed/);
});

t.test('A replay tells each guess, and with --grids draws the way of each word', async (t) => {
  const folder = t.testdir({});
  const players = [shouts('guess CATS', 'guess XQ', 'guess TTT', 'done'), shouts('guess DOG', 'done')];
  await run(['boggle', ...board, ...names, '--quiet', '--record', folder, ...players], { cwd });
  const path = join(folder, readdirSync(folder)[0]!);
  t.match(await say(['replay', '--verify', path], { cwd }), { status: 0, stdout: /: verified\. / });
  const { stdout } = await say(['replay', '--grids', path], { cwd });
  t.match(stdout, / {2}the board is C A T S \/ O E D O \/ A R I G \/ S T N S\n/);
  t.match(stdout, /1 Ada finds CATS for 1\n\n {12}\(C\)--A---T---S\n\n {13}O {3}E {3}D {3}O\n/);
  t.match(stdout, /1 Ada guesses XQ: not in the dictionary\n/);
  t.match(stdout, /1 Ada is done\n/);
  t.match(stdout, /1 Ada has 1 word for 1\n/);
  t.notMatch(stdout, / \n/, 'nothing stands at the end of a line');
});

t.test('What is no game is a usage error, and nothing is started', async (t) => {
  for (const [args, complaint] of [
    [[], /boggle is for 1 to 16 players; got 0/],
    [Array(17).fill('true'), /boggle is for 1 to 16 players; got 17/],
    [['--rules', 'turns', 'true'], /--rules turns is for 2 players, and there is 1/],
    [['--rules', 'chess', 'true'], /--rules: expected one of classic, turns/],
    [['--time', '5', 'true'], /--time: .*time.*unit/],
    [['--time', '0', 'true'], /--time: .*time.*unit/],
    [['--turns', '0', 'true'], /--turns: expected a whole number from 1 to 1000/],
    [['--width', '17', 'true'], /--width: expected a whole number from 1 to 16/],
    [['--board', 'AB/C', 'true'], /--board: row 2: expected 2 cells/],
    [
      ['--board', 'nowhere', 'true'],
      /--board: cannot read nowhere: no such file or folder \(ENOENT\)\. Expected: board: its rows, such as RSPL/,
    ],
    [['--dictionary', 'none', 'true'], /--dictionary none: boggle requires a word list/],
    [['--handsize', '7', 'true'], /unknown option --handsize/],
  ] as const)
    t.match(
      await run(['boggle', ...args], { cwd }),
      { status: 2, stdout: '', stderr: complaint },
      args.join(' '),
    );
});
