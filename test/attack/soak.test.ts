import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import t from 'tap';
import { openPrograms, withoutCompiler } from '../bench/programs.ts';
import { staircaseResults, staircaseWords } from '../bench/staircase-series.ts';
import { run } from '../cli/wordhost.ts';

const soak = join(import.meta.dirname, 'soak.ts');
const skip = withoutCompiler ?? false;

t.test(
  'a soak counts the games that were right, on each level that it was asked for',
  { skip },
  async (t) => {
    const words = ['--games', '4', '--of', '2', '--sandbox', 'off,process'];
    const child = spawn(process.execPath, ['--conditions=wordhost-source', soak, ...words], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [said, [status]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
    t.equal(status, 0, said);
    t.match(said.trimEnd().split('\n').at(-1), /right: \{"process":4,"off":4\}$/);
  },
);

t.test('a series in which not all turns were played is told', { skip }, async (t) => {
  using programs = openPrograms();
  const records = mkdtempSync(join(tmpdir(), 'wordhost-records-'));
  t.teardown(() => rmSync(records, { recursive: true }));
  const series = { games: 2, turns: 2, atOnce: 1, options: ['--sandbox', 'off'], records };
  const words = staircaseWords(series, programs);

  t.equal(staircaseResults(series, await run(words)).length, 2, 'all were');

  const leaves = await run([...words.slice(0, -1), 'exit']);
  const problem = problemOf(() => staircaseResults(series, leaves));
  t.match(problem, 'not all turns were played in game 1 of 2: {"number":1,', 'with the result of the first');
  t.match(problem, 'exited with status 0 before it was ready');
  const [, record = ''] = /^its record: (\S+)$/m.exec(problem) ?? [];
  t.ok(record.startsWith(records) && existsSync(record), `its record is kept: ${record}`);

  const refused = await run([...words, '--no-such-option']);
  t.match(
    problemOf(() => staircaseResults(series, refused)),
    /^of 2 games 0 have a result: the host ended with status 2 and said: wordhost: .*no-such-option/,
  );
  const right = await run(words);
  t.match(
    problemOf(() => staircaseResults(series, { ...right, status: null, signal: 'SIGSEGV' })),
    'all turns were played, but the host ended with SIGSEGV and said: nothing',
  );
});

function problemOf(act: () => unknown): string {
  try {
    act();
    return 'none';
  } catch (error) {
    return (error as Error).message;
  }
}
