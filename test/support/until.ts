import { setTimeout as sleep } from 'node:timers/promises';

/** For machines with much other work: only a test that fails waits so long. */
const LONGEST_MS = 120_000;

/** Waits for a condition; the failure says what it waited for. */
export async function until(holds: () => boolean, what: () => string): Promise<void> {
  const end = performance.now() + LONGEST_MS;
  while (!holds()) {
    if (performance.now() > end) throw new Error(`waited without success for ${what()}`);
    await sleep(2);
  }
}
