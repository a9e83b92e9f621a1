/**
 * The laws of the tests (fast-check) with other cases than `npm test` tries: `npm run fuzz:laws`, with `-- --seed N` for
 * the cases of one seed again, and `--times N` for N times as many as the tests name (10 if not given; `npm test` tries a
 * third of them). A law that fails prints its case.
 */
import { parseArgs } from 'node:util';
import { LAWS_SEED, LAWS_TIMES } from '../support/laws-settings.ts';
import Report from '../support/report.ts';
import { runFiles } from '../support/run-files.ts';
import { speeds } from '../support/speeds.ts';
import { groups, lawsOf } from '../units/groups.ts';

const { values } = parseArgs({
  options: { seed: { type: 'string' }, times: { type: 'string', default: '10' } },
});
const seed = Number(values.seed ?? Date.now() % 1_000_000_000);
const times = Number(values.times);
if (!Number.isSafeInteger(seed) || seed < 0 || !Number.isSafeInteger(times) || times < 1) {
  process.stderr.write(
    `--seed and --times: expected whole numbers; got ${values.seed} and ${values.times}\n`,
  );
  process.exit(2);
}

process.stdout.write(
  `laws of ${groups.flatMap(lawsOf).length} files, seed ${seed}, ${times} times as many cases\n`,
);
// The groups of unit tests run their laws alone then.
process.env[LAWS_SEED] = String(seed);
process.env[LAWS_TIMES] = String(times);
const { results, isGood } = runFiles(speeds.unit.files, speeds.unit);
results.pipe(new Report()).pipe(process.stdout);
if (!(await isGood)) {
  process.stdout.write(`again with: npm run fuzz:laws -- --seed ${seed} --times ${times}\n`);
  process.exitCode = 1;
}
