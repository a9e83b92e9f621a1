/** A thread that looks at the number of the case that is tried: one that hangs can't say so itself. */
import { writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';

const { current, patienceMs } = workerData as { current: Int32Array<SharedArrayBuffer>; patienceMs: number };
let seen = -1;

setInterval(() => {
  const number = Atomics.load(current, 0);
  if (number !== seen) {
    seen = number;
    return;
  }
  writeSync(1, `\ncase ${number} hangs; again with: npm run fuzz -- --seed ${number} --cases 1\n`);
  process.kill(process.pid, 'SIGKILL');
}, patienceMs);
