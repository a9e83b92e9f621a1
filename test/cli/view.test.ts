import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { run, withoutTerminal } from './wordhost.ts';

const cwd = t.testdir({});
const players = ['wordhost player longest', 'wordhost player random'];
const table = ['scrabble', '--seed', '3', '--name', 'Ada', '--name', 'Ben'];

t.test('With --view a game is told move by move on standard error, and the result stays alone', async (t) => {
  const { status, stdout, stderr } = await run([...table, '--view', '--json', ...players], { cwd });
  t.equal(status, 0, stderr);
  t.match(JSON.parse(stdout), { game: 'scrabble', outcome: 'won' });
  t.match(stderr, /1 Ada is dealt \S{7}\n[\s\S]*1 Ada plays [A-Z, ]+ for \d+: \d+ points/);
});

t.test('On a terminal it is a picture, drawn again in one place', { skip: withoutTerminal }, async (t) => {
  const { stdout } = await run([...table, '--view', ...players], { cwd, terminal: true });
  t.match(stdout, /\[\d+A.\[J/s);
  t.match(stdout, /1 Ada: \d+ points, holds/);
});

t.test('One game can be looked at, not many at once', async (t) => {
  const outcome = await run([...table, '--view', '--games', '2', ...players], { cwd });
  t.match(outcome, {
    status: 2,
    stdout: '',
    stderr: /--view is for one game; for several use --record and wordhost replay --grids/,
  });
});

t.test(
  'A game of Scrabble is replayed with the board, the tiles and the points after each play',
  async (t) => {
    const folder = t.testdir({});
    await run([...table, '--quiet', '--record', folder, ...players], { cwd });
    const [name] = readdirSync(folder);
    const { stdout } = await run(['replay', '--grids', join(folder, name!)], { cwd });
    t.match(
      stdout,
      /1 Ada plays \S+ for \d+: (\d+) points\n\n +\S+ for \d+ +1 Ada: \d+ points, holds [A-Z?]+ +2 Ben: 0 points, holds [A-Z?]+\n/,
    );
    t.match(stdout, /1 Ada: -?\d+ points|has won/);
  },
);
