/**
 * Broken calls to `wordhost register`, from a server whose files and answers are broken, too: `npm run fuzz register -- --cases N`
 * (20,000 if not given), `--seed N` for those from number N on.
 */
import { parseArgs } from 'node:util';
import { tryRegister } from './try-register.ts';

const { values } = parseArgs({
  options: { seed: { type: 'string' }, cases: { type: 'string', default: '20000' } },
});
const seed = Number(values.seed ?? Date.now() % 1_000_000_000);
const cases = Number(values.cases);
const { faults, mb, moves } = await tryRegister(seed, cases);
for (const fault of faults) process.stdout.write(`${fault}\n`);
process.stdout.write(
  `${cases} calls from seed ${seed}: ${faults.length} faults, ${moves} moves; the most memory was ${mb} MB\n`,
);
if (faults.length > 0) process.exitCode = 1;
