/**
 * Stores as strangers could send them, one after another, read in every way: `npm run fuzz stores -- --cases N` (500 if not given),
 * `--seed N` for those from number N on. A store that is not read as promised is kept, and printed with what repeats it.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { tryStores } from './try-stores.ts';

const { values } = parseArgs({
  options: { seed: { type: 'string' }, cases: { type: 'string', default: '500' } },
});
const seed = Number(values.seed ?? Date.now() % 1_000_000_000);
const cases = Number(values.cases);
const folder = mkdtempSync(join(tmpdir(), 'wordhost-stores-'));
let [number, most, bad] = [seed, 0, 0];
for await (const { what, path, faults, mb } of tryStores(folder, seed, cases)) {
  most = Math.max(most, mb);
  if (faults.length > 0) {
    bad++;
    process.stdout.write(
      `${path}: ${what}\n${faults.join('\n')}\nnpm run fuzz stores -- --seed ${number} --cases 1\n\n`,
    );
  }
  number++;
}
process.stdout.write(
  `${cases} stores from seed ${seed}: ${bad} not as promised; the most memory was ${most} MB\n`,
);
if (bad > 0) process.exitCode = 1;
else rmSync(folder, { recursive: true, force: true });
