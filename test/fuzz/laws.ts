/**
 * The laws of the tests (fast-check) with other cases than `npm test` tries: `npm run fuzz laws`, with `-- --seed N` for
 * the cases of one seed again, `--times N` for N times as many as the tests name (10 if not given; `npm test` tries a
 * third of them), and folders of tests for the laws in these alone. A law that fails prints its case.
 */
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { LAWS_SEED, LAWS_TIMES } from '../support/laws-settings.ts';

const { values, positionals } = parseArgs({
  options: { seed: { type: 'string' }, times: { type: 'string', default: '10' } },
  allowPositionals: true,
});
const seed = Number(values.seed ?? Date.now() % 1_000_000_000);
const times = Number(values.times);
if (!Number.isSafeInteger(seed) || seed < 0 || !Number.isSafeInteger(times) || times < 1) {
  process.stderr.write(
    `--seed and --times: expected whole numbers; got ${values.seed} and ${values.times}\n`,
  );
  process.exit(2);
}

const root = join(import.meta.dirname, '..', '..');
const hasLaws = (file: string) => readFileSync(join(root, file), 'utf8').includes('fc.assert(');
const folders = positionals.length === 0 ? ['test'] : positionals;
const files = globSync(
  folders.map((folder) => join(folder, '**/*.test.ts')),
  { cwd: root },
)
  .filter((file) => !file.endsWith('.slow.test.ts') && hasLaws(file))
  .sort();
process.stdout.write(`laws of ${files.length} files, seed ${seed}, ${times} times as many cases\n`);
const env = { ...process.env, [LAWS_SEED]: String(seed), [LAWS_TIMES]: String(times) };
const { status } = spawnSync(join(root, 'node_modules', '.bin', 'tap'), ['--timeout=0', ...files], {
  cwd: root,
  env,
  stdio: 'inherit',
});
if (status !== 0) {
  process.stdout.write(`again with: npm run fuzz laws -- --seed ${seed} --times ${times}\n`);
  process.exitCode = 1;
}
