import { LONGEST_TIMER_MS, type Nanos } from '../core/units.ts';

/** Time as the loop has it: the live clock, or one that a test moves by hand. */
export interface Clock {
  now(): Nanos;
  /** Calls back at that moment or soon after. The answer takes it back. */
  alarm(at: Nanos, ring: () => void): () => void;
  /** One turn of the event loop: what has arrived by now is read. */
  poll(): Promise<void>;
}

/**
 * Its first moment is later than what V8 keeps as a small integer: else all that was compiled for small ones in the first
 * two seconds would be thrown away after them.
 */
const BEGINNING: Nanos = 2 ** 32;

const { hrtime } = process;
/** Nanoseconds since the machine started would be more than a number can tell apart after a hundred days. */
const [beginning] = hrtime();

/** Nanoseconds since before this process started: exact, and a number. `performance.now` takes half as long again. */
export function now(): Nanos {
  const time = hrtime();
  return (time[0] - beginning) * 1e9 + time[1] + BEGINNING;
}

export const liveClock: Clock = {
  now,
  alarm(at, ring) {
    const left = (at - now()) / 1e6;
    // A timer is a millisecond late or so: shorter waits are spent asking the clock.
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
