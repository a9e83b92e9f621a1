import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { say } from './in-process.ts';
import { run, succeed, usageError, withoutTerminal } from './wordhost.ts';

t.test('view', async (t) => {
  const cwd = t.testdir({});
  const players = ['wordhost player longest', 'wordhost player random'];
  const table = ['scrabble', '--seed', '3', '--name', 'Ada', '--name', 'Ben'];

  t.test('--view tells a game move by move on standard error', async (t) => {
    const { stdout, stderr } = await succeed(t, [...table, '--view', '--json', ...players], { cwd });
    t.match(JSON.parse(stdout), { game: 'scrabble', outcome: 'won' });
    t.match(stderr, /1 Ada is dealt \S{7}\n[\s\S]*1 Ada plays [A-Z, ]+ for \d+: \d+ points/);
  });

  t.test('On a terminal it is a picture, drawn again in one place', { skip: withoutTerminal }, async (t) => {
    const redrawn = /\[\d+A.\[J/s;
    for (const words of [[], ['--view']]) {
      const { stdout } = await run([...table, ...words, ...players], { cwd, terminal: true });
      t.match(stdout, redrawn);
      t.match(stdout, /1 Ada: \d+ points, thinking /);
    }
    const race = ['bananagrams', '--seed', '1', 'wordhost player bananagrams', 'wordhost player bananagrams'];
    const series = [...table, '--games', '2', ...players];
    for (const words of [
      [...table, '--no-view', ...players],
      [...table, '--quiet', ...players],
      series,
      race,
    ])
      t.notMatch((await run(words, { cwd, terminal: true })).stdout, redrawn, words.join(' '));
  });

  t.test(
    'A terminal breaks no word in the middle, and a pipe no line',
    { skip: withoutTerminal },
    async (t) => {
      const sentence =
        'If NEW were better by 10 Elo or more, at most 5 % of such comparisons would give this answer.';
      const words = ['stats', '--pentanomial', '8,0,0,0,0'];
      t.match((await run(words, { cwd })).stdout.split('\n')[1], sentence);
      const shown = (await run(words, { cwd, terminal: true })).stdout.split('\r\n');
      t.strictSame(shown.slice(1, 3), [sentence.slice(0, -' this answer.'.length), 'this answer.']);
      const refused = await run(['stats', '--wdl', '1'], { cwd, terminal: true });
      t.match(refused.stdout, /^wordhost: --wdl: expected 3 .*commas between.*not.* 0;\r\ngot "1"/);
    },
  );

  t.test('One game can be looked at, not many at once', async (t) => {
    const outcome = await run([...table, '--view', '--games', '2', ...players], { cwd });
    t.match(
      outcome,
      usageError(
        /--view and --games 2: use one or the other: for several games use --record DIR and wordhost replay --grids/,
      ),
    );
  });

  t.test('A replay of Scrabble has the board, the tiles and the points', async (t) => {
    const folder = t.testdir({});
    await run([...table, '--quiet', '--record', folder, ...players], { cwd });
    const [name] = readdirSync(folder);
    const { stdout } = await say(['replay', '--grids', join(folder, name!)], { cwd });
    t.match(
      stdout,
      /1 Ada plays \S+ for \d+: (\d+) points\n\n +\S+ for \d+ +1 Ada: \d+ points, holds [A-Z?]+ +2 Ben: 0 points, holds [A-Z?]+\n/,
    );
    t.match(stdout, /1 Ada: -?\d+ points|has won/);
  });
});

t.test('demo', async (t) => {
  t.test('the demo: a game to its end, with a grid that judge calls legal', async (t) => {
    const { stdout, ms } = await succeed(t, ['demo']);
    t.match(stdout, /has won:\s+the bunch is empty/);
    t.ok(ms < 120_000, `${Math.round(ms)} ms`);
    const [, winner] = /^player (\d) \(\w+\) has won/m.exec(stdout)!;
    const verdict = await say(['judge', 'bananagrams', drawnGrid(stdout, Number(winner))]);
    t.match(verdict, { status: 0, stdout: 'legal\n' });
  });

  /** From the drawing, two panels side by side: a letter and a space for each cell. */
  function drawnGrid(stdout: string, seat: number): string {
    const lines = stdout.split('\n');
    const top = lines.findIndex((line) => /^1 Ada: .* 2 Ben: /.test(line));
    const middle = lines[top]!.indexOf('2 Ben');
    const rows = lines.slice(top + 2, lines.indexOf('', top + 2));
    const halves = rows.map((row) => (seat === 1 ? row.slice(0, middle) : row.slice(middle)));
    const width = Math.ceil(Math.max(...halves.map((half) => half.trimEnd().length)) / 2);
    const size = [width, halves.length].map((count) => String(count).padStart(3, '0')).join('');
    const cells = halves.map((half) =>
      half
        .padEnd(2 * width)
        .slice(0, 2 * width)
        .replace(/(.)./g, '$1'),
    );
    return `${size}${cells.join('').replaceAll(' ', '.')}`;
  }
});
