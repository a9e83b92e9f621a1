/**
 * Broken conversations, one after another, against the scanner and the referee: `npm run fuzz -- --cases N` (10,000
 * if not given), `--seed N` for those from number N on. A case that fails is printed with what repeats it.
 */
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { describeCase, tryCase } from './try-case.ts';

const { values } = parseArgs({
  options: { seed: { type: 'string' }, cases: { type: 'string', default: '10000' } },
});
const seed = Number(values.seed ?? Date.now() % 1_000_000_000);
const cases = Number(values.cases);
if (!Number.isSafeInteger(seed) || seed < 0 || !Number.isSafeInteger(cases) || cases < 1) {
  process.stderr.write(`--seed and --cases are whole numbers; here are ${values.seed} and ${values.cases}\n`);
  process.exit(2);
}

const current = new Int32Array(new SharedArrayBuffer(4));
const watch = new Worker(new URL('./hang-watch.ts', import.meta.url), {
  workerData: { current, patienceMs: 10_000 },
});
watch.unref();

process.stdout.write(`${cases} cases from seed ${seed}\n`);
for (let number = seed; number < seed + cases; number++) {
  Atomics.store(current, 0, number);
  try {
    tryCase(number);
  } catch (error) {
    process.stdout.write(`\ncase ${number} failed; again with: npm run fuzz -- --seed ${number} --cases 1\n`);
    process.stdout.write(`${describeCase(number)}\n\n${(error as Error).stack}\n`);
    process.exit(1);
  }
  const done = number - seed + 1;
  if (done % 1000 === 0) process.stdout.write(`${done} cases; heap ${heapMb()} MB\n`);
}
process.stdout.write('all is as promised\n');

function heapMb(): string {
  return (process.memoryUsage().heapUsed / 2 ** 20).toFixed(0);
}
