import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import t from 'tap';

const MB = 2 ** 20;

interface Look {
  readonly games: number;
  readonly seconds: number;
  readonly heap: number;
  readonly store: number;
}

t.test('a tournament takes as much time and memory for a late game as for an early one', async (t) => {
  const program = join(import.meta.dirname, 'tournament-games.ts');
  const options = ['--expose-gc', '--max-semi-space-size=2', '--conditions=wordhost-source'];
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [...options, program, '2000', '4000', '8000'],
    {
      encoding: 'utf8',
    },
  );
  t.equal(status, 0, stderr);
  const [first, second, last, resumed] = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line)) as [
    Look,
    Look,
    Look,
    { games: number; next: number; resumeCpuMs: number },
  ];
  t.ok(last.heap < first.heap + 3 * MB, `heap of ${first.heap}, then ${last.heap}`);
  const [early, late] = [second.seconds - first.seconds, (last.seconds - second.seconds) / 2];
  // Other tests run beside it.
  t.ok(late < 3 * early, `2,000 games took ${early} s, and later ${late} s`);
  const [few, many] = [second.store - first.store, (last.store - second.store) / 2];
  t.ok(Math.abs(many - few) < 0.2 * few, `2,000 games took ${few} bytes, and later ${many}`);
  t.match(resumed, { games: 8000, next: 8001 });
  t.comment(`the processor time of a resume: ${(resumed.resumeCpuMs / 8).toFixed(1)} ms for 1,000 games`);
});
