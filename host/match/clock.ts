import type { Nanos } from '../core/units.ts';

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

/** Looked up once: as a global in each call. And not before it is asked for: Node loads it in the better part of a millisecond. */
let timer: typeof performance | undefined;

/** Nanoseconds since before this process started: exact, and a number. `hrtime` would make two large numbers at each look. */
export function now(): Nanos {
  timer ??= performance;
  return Math.round(timer.now() * 1e6) + BEGINNING;
}

export const liveClock: Clock = {
  now,
  alarm(at, ring) {
    const left = (at - now()) / 1e6;
    // A timer is a millisecond late or so: shorter waits are spent asking the clock.
    if (left < 2) return ringSoon(at, ring);
    const timer = setTimeout(ring, Math.min(left, 2 ** 31 - 1));
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
