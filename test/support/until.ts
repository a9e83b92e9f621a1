import { setTimeout as sleep } from 'node:timers/promises';

/** For machines with much other work: only a test that fails waits so long. */
const LONGEST_MS = 120_000;

/** Waits for a condition; what it waited for stands in the failure. */
export async function until(holds: () => boolean, what: () => string): Promise<void> {
  const end = performance.now() + LONGEST_MS;
  while (!holds()) {
    if (performance.now() > end) throw new Error(`waited in vain for ${what()}`);
    await sleep(2);
  }
}
