import t from 'tap';
import { resultsOf, run, withoutTerminal } from './wordhost.ts';

const cwd = t.testdir({ 'board.txt': 'C A T S\nO E D O\nA R I G\nS T N S\n' });
const board = ['--board', 'CATS/OEDO/ARIG/STNS'];
const names = ['--name', 'Ada', '--name', 'Ben'];
const says = (...lines: readonly string[]) =>
  `set -- ${lines.map((line) => `"${line}"`).join(' ')}; echo ready; while read -r word rest; do if [ "$word" = turn ]; then echo "\${1:-pass}"; [ $# -eq 0 ] || shift; fi; done`;

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
  t.match(failed, { status: 1, stderr: /score\.1>=9 failed: it was 1/ });
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

t.test('--view redraws the board in one place', { skip: withoutTerminal }, async (t) => {
  const player = 'wordhost player boggle --level few --pause 20ms';
  const { stdout } = await run(['boggle', '--seed', '4', '--view', ...names, player, player], {
    cwd,
    terminal: true,
  });
  t.match(stdout, /\[\d+A.\[J/s);
  t.match(stdout, /1 Ada: \d+ points?, \d+ words?/);
  t.match(stdout, /\d: [A-Z]+ \d+/);
});

t.test('The demo plays by itself, and says what to try next', async (t) => {
  const { status, stdout } = await run(['demo', 'boggle', '--seed', '42'], { cwd });
  t.equal(status, 0);
  t.match(stdout, /1 Ada finds [A-Z]+ for \d+\n/);
  t.match(stdout, /has won: all players are done|a draw: all players are done/);
  t.match(stdout, /bot of your own/);
});
