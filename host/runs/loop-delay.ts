import type { DelayWatch } from '../match/play-match.ts';

/** A look costs about 0.1 ms of processor time, most of it the system's. */
const PERIOD_MS = 20;

/** Measures how late the event loop comes to what is due. Of a single pause, up to one period is not seen. */
export function watchLoopDelay(): DelayWatch {
  let due = performance.now() + PERIOD_MS;
  let worst = 0;
  const timer = setInterval(() => {
    const now = performance.now();
    worst = Math.max(worst, now - due);
    due = now + PERIOD_MS;
  }, PERIOD_MS).unref();
  return {
    get worst() {
      return Math.round(100 * worst) / 100;
    },
    [Symbol.dispose]: () => clearInterval(timer),
  };
}
