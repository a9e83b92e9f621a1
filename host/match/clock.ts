import { LONGEST_TIMER_MS, type Nanos } from '../core/units.ts';

export interface Clock {
  now(): Nanos;
  /** Rings at that moment or soon after. The returned function cancels the alarm. */
  alarm(at: Nanos, ring: () => void): () => void;
  /** Runs the event loop once, so that pending input is read. */
  poll(): Promise<void>;
}

/** V8 compiles for small integers first, and would discard that code later. */
const BEGINNING: Nanos = 2 ** 32;

const { hrtime } = process;
/** Nanoseconds since the machine started exceed a number's precision after a hundred days. */
const [beginning] = hrtime();

/** Nanoseconds since before this process started. `performance.now` takes half as long again. */
export function now(): Nanos {
  const time = hrtime();
  return (time[0] - beginning) * 1e9 + time[1] + BEGINNING;
}

export const liveClock: Clock = {
  now,
  alarm(at, ring) {
    const left = (at - now()) / 1e6;
    // A timer may be a millisecond late, so shorter waits poll the clock.
    if (left < 2) return ringSoon(at, ring);
    const timer = setTimeout(ring, Math.min(left, LONGEST_TIMER_MS));
    return () => clearTimeout(timer);
  },
  poll: () => new Promise(setImmediate),
};

function ringSoon(at: Nanos, ring: () => void): () => void {
  let waiting = setImmediate(look);
  function look(): void {
    if (now() >= at) ring();
    else waiting = setImmediate(look);
  }
  return () => clearImmediate(waiting);
}
