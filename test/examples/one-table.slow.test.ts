import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import t from 'tap';
import type { Result } from '../../host/events/result.ts';
import { say } from '../cli/in-process.ts';
import { resultsOf, run } from '../cli/wordhost.ts';
import { isThere } from '../support/without.ts';

const examples = join(import.meta.dirname, '..', '..', 'examples', 'bananagrams');
const bots = join(import.meta.dirname, '..', 'games', 'bots');
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

async function verdictOn({ players, winner }: Result): Promise<{ status: number | null; stdout: string }> {
  const grid = String(players[winner! - 1]!.grid);
  const tiles = grid.replace(/[^A-Z]/g, '');
  return await say(['judge', 'bananagrams', '--tiles', tiles, grid]);
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
