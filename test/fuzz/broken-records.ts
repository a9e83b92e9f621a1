/**
 * Records with other bytes, changes or fields, one after another, read in every way: `npm run fuzz records -- --cases N` (20,000 if not
 * given), `--seed N` for those from number N on. A case that is not as promised is printed with what repeats it.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { flipped, forged, injected } from '../events/crafted/mutants.ts';
import { playSources, sourceFiles } from '../events/crafted/sources.ts';
import { tryPage } from '../events/crafted/try-page.ts';
import { changedDecision, tryRecord } from '../events/crafted/try-record.ts';

/** A page takes ten times as long as all else. */
const EACH_PAGE = 10;

const { values } = parseArgs({
  options: { seed: { type: 'string' }, cases: { type: 'string', default: '20000' } },
});
const seed = Number(values.seed ?? Date.now() % 1_000_000_000);
const cases = Number(values.cases);
const folder = mkdtempSync(join(tmpdir(), 'wordhost-records-'));
for (const [name, text] of Object.entries(sourceFiles)) writeFileSync(join(folder, name), text);
const sources = await playSources(folder);
rmSync(folder, { recursive: true });

const mutants = [flipped, forged, injected] as const;
let refused = 0;
for (let number = seed; number < seed + cases; number++) {
  const mutant = mutants[number % mutants.length]!(sources, number);
  try {
    const outcome = tryRecord(mutant);
    if (outcome.refused !== undefined) refused++;
    else if (number % EACH_PAGE === 0) tryPage(mutant);
    const changed = outcome.right ? changedDecision(mutant) : undefined;
    if (changed !== undefined) throw new Error(`called right, with ${changed}`);
  } catch (error) {
    process.stdout.write(`${mutant.what}, case ${number}: ${(error as Error).stack}\n${mutant.bytes}\n`);
    process.exit(1);
  }
}
process.stdout.write(`${cases} records from seed ${seed}, ${refused} of them refused: all is as promised\n`);
