import { setTimeout as sleep } from 'node:timers/promises';

const LONGEST_PAUSE_MS = 20;

/** Looks again and again, at first soon. */
export async function until(condition: () => boolean, deadline: number): Promise<void> {
  for (let pause = 1; !condition(); pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    const left = deadline - performance.now();
    if (left <= 0) return;
    await sleep(Math.min(pause, left));
  }
}
