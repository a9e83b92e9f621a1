import type { DelayWatch } from '../match/live/turn-load.ts';

/** A look costs about 0.1 ms of processor time, most of it the system's. */
const PERIOD_MS = 20;

/** Measures how late the event loop comes to what is due. Of a single pause, up to one period is not seen. */
export function watchLoopDelay(): DelayWatch {
  let due = performance.now() + PERIOD_MS;
  let worst = 0;
  let ofLap = 0;
  const timer = setInterval(() => {
    const now = performance.now();
    worst = Math.max(worst, now - due);
    ofLap = Math.max(ofLap, now - due);
    due = now + PERIOD_MS;
  }, PERIOD_MS).unref();
  return {
    get worst() {
      return hundredths(worst);
    },
    startLap() {
      ofLap = 0;
    },
    get ofLap() {
      // What is late now may be told before the timer is.
      return hundredths(Math.max(0, ofLap, performance.now() - due));
    },
    [Symbol.dispose]: () => clearInterval(timer),
  };
}

function hundredths(value: number): number {
  return Math.round(100 * value) / 100;
}
