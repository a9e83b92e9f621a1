import { setTimeout as sleep } from 'node:timers/promises';

/** For machines with much other work: only a test that fails waits so long. */
const LONGEST_MS = 120_000;
/** To look often takes time from what is waited for. */
const [LOOK_MS, LATER_MS] = [2, 50];

/** Waits for a condition; the failure says what it waited for. */
export async function until(
  holds: () => boolean | Promise<boolean>,
  what: string | (() => string),
): Promise<void> {
  const end = performance.now() + LONGEST_MS;
  for (let ms = LOOK_MS; !(await holds()); ms = Math.min(ms * 1.3, LATER_MS)) {
    if (performance.now() > end)
      throw new Error(`waited without success for ${typeof what === 'string' ? what : what()}`);
    await sleep(ms);
  }
}
