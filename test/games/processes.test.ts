import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import t from 'tap';
import type { Result } from '../../host/events/result.ts';
import { resultsOf, run } from '../cli/wordhost.ts';
import { isThere } from '../support/without.ts';

const root = join(import.meta.dirname, '..', '..');
const examples = join(root, 'examples', 'bananagrams');
const bots = join(import.meta.dirname, 'bots');
const compiled = join(t.testdir({}), 'player');

const missing = ['python3', 'cc', 'awk'].filter((tool) => !isThere(tool));
const skip = missing.length > 0 && `${missing.join(', ')}: not installed`;
if (!skip) spawnSync('cc', ['-O2', '-o', compiled, join(examples, 'c', 'player.c')], { stdio: 'inherit' });

const python = `python3 '${join(examples, 'python', 'player.py')}'`;
const c = `'${compiled}'`;
const awk = `awk -f '${join(examples, 'awk', 'player.awk')}'`;
const oneByte = `python3 '${join(bots, 'one-byte.py')}'`;
const allAtOnce = `python3 '${join(bots, 'all-at-once.py')}'`;
const builtIn = (dialect: string) => `wordhost player bananagrams --dialect ${dialect}`;

const tables: Readonly<Record<string, readonly string[]>> = {
  'a numbered Python bot and a plain C bot': [python, c],
  'a numbered Python bot and a plain awk bot': [python, awk],
  'three languages': [python, c, awk],
  'one that writes a byte at a time, and one that writes everything at once': [oneByte, allAtOnce],
  'the built-in player in both dialects, and both examples': [
    builtIn('numbered'),
    builtIn('plain'),
    python,
    c,
  ],
};

/** The winner's grid, judged by the command: with its own tiles. */
async function verdictOn({ players, winner }: Result): Promise<{ status: number | null; stdout: string }> {
  const grid = String(players[winner! - 1]!.grid);
  const tiles = grid.replace(/[^A-Z]/g, '');
  return await run(['judge', 'bananagrams', '--tiles', tiles, grid]);
}

t.test('bots of all kinds at one table play to the end', { skip }, async (t) => {
  for (const [table, players] of Object.entries(tables))
    t.test(table, async (t) => {
      const outcome = await run(['--json', '--seed', '3', '--', ...players]);
      t.equal(outcome.status, 0, outcome.stderr);
      const [result] = resultsOf(outcome);
      t.match(result, { outcome: 'won', reason: 'bunch-empty' });
      t.match(await verdictOn(result!), { status: 0, stdout: 'legal\n' });
      const peels = result!.players.map((player) => Number(player.peels));
      t.equal(
        peels.reduce((sum, count) => sum + count),
        result!.peels,
        'each peel is somebody’s',
      );
    });
});

t.test('equal players, a plain and a numbered one: nobody is punished for a race', async (t) => {
  const bunch = 'A 90';
  const words = Array.from({ length: 90 }, (_, index) => 'A'.repeat(index + 1)).join('\n');
  const cwd = t.testdir({ bunch, 'words.txt': words });
  const options = '--json --games 4 --seed race --hand 1 --bunch bunch --dictionary words.txt';
  const bot = (dialect: string) => `node '${join(bots, 'answers-each.mjs')}' ${dialect}`;
  const outcome = await run([...options.split(' '), bot('numbered'), bot('plain')], { cwd });
  t.equal(outcome.status, 0, outcome.stderr);
  const results = resultsOf(outcome);
  t.equal(results.length, 4);
  for (const { players } of results)
    t.ok(
      players.some(({ late }) => Number(late) > 0),
      'both answer every gate, and one of them too late',
    );
});

t.test('the demo: a game to its end, with a grid that judge calls legal', async (t) => {
  const { status, stdout, stderr, ms } = await run(['demo']);
  t.equal(status, 0, stderr);
  t.match(stdout, /has won: the bunch is empty/);
  t.ok(ms < 120_000, `${Math.round(ms)} ms`);
  const [, winner] = /^player (\d) \(\w+\) has won/m.exec(stdout)!;
  const verdict = await run(['judge', 'bananagrams', drawnGrid(stdout, Number(winner))]);
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
