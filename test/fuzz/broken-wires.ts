/**
 * Broken conversations, one after another, against the scanner and the referee: `npm run fuzz wires -- --cases N` (10,000
 * if not given), `--seed N` for those from number N on, `--wire NAME` for those of one game. A case that fails is
 * printed with what repeats it.
 */
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { heapNow } from './retained.ts';
import { describeCase, tryCase } from './try-case.ts';
import type { Wire } from './wire.ts';
import { wires } from './wires.ts';

const { values } = parseArgs({
  options: {
    wire: { type: 'string' },
    seed: { type: 'string' },
    cases: { type: 'string', default: '10000' },
  },
});
const seed = Number(values.seed ?? Date.now() % 1_000_000_000);
const cases = Number(values.cases);
if (!Number.isSafeInteger(seed) || seed < 0 || !Number.isSafeInteger(cases) || cases < 1) {
  process.stderr.write(`--seed and --cases are whole numbers; here are ${values.seed} and ${values.cases}\n`);
  process.exit(2);
}

const names = Object.keys(wires).filter((name) => values.wire === undefined || name === values.wire);
if (names.length === 0) {
  process.stderr.write(`--wire is one of ${Object.keys(wires).join(', ')}; here is ${values.wire}\n`);
  process.exit(2);
}

const MOST_KEPT = 32 * 2 ** 20;
const current = new Int32Array(new SharedArrayBuffer(4));
const watch = new Worker(new URL('./hang-watch.ts', import.meta.url), {
  workerData: { current, patienceMs: 10_000 },
});
watch.unref();

for (const name of names) fuzz(name, (wires as Record<string, Wire>)[name]!);
process.stdout.write('all is as promised\n');

function fuzz(name: string, wire: Wire): void {
  process.stdout.write(`${name}: ${cases} cases from seed ${seed}\n`);
  let early: number | undefined;
  for (let number = seed; number < seed + cases; number++) {
    Atomics.store(current, 0, number);
    try {
      tryCase(wire, number);
      if ((number - seed + 1) % 1000 === 0) early = look(number - seed + 1, early);
    } catch (error) {
      const again = `npm run fuzz wires -- --wire ${name} --seed ${number} --cases 1`;
      process.stdout.write(`\ncase ${number} failed; again with: ${again}\n`);
      process.stdout.write(`${describeCase(wire, number)}\n\n${(error as Error).stack}\n`);
      process.exit(1);
    }
  }
}

/** Throws where ever more is kept. Answers what was kept at the first look. */
function look(done: number, early: number | undefined): number {
  const heap = heapNow();
  process.stdout.write(`${done} cases; heap ${(heap / 2 ** 20).toFixed(0)} MB\n`);
  if (early !== undefined && heap - early > MOST_KEPT)
    throw new Error(`the heap has grown by ${heap - early} bytes since the first thousand cases`);
  return early ?? heap;
}
