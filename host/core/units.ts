/** Number types that must not be mixed up. A plain number fits both, but a seat is never a time. */
export type Seat = number & { readonly unit?: 'seat' };

/** Monotonic nanoseconds. Whole numbers are exact up to 2^53 (104 days). */
export type Nanos = number & { readonly unit?: 'nanos' };

/** Node fires longer timers immediately. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1;

export const micros = (count: number): Nanos => count * 1_000;
export const millis = (count: number): Nanos => count * 1_000_000;
export const seconds = (count: number): Nanos => count * 1_000_000_000;

/** Nanoseconds. */
export const SECOND = 1e9;
export const MINUTE: number = 60 * SECOND;
export const HOUR: number = 60 * MINUTE;
export const DAY: number = 24 * HOUR;

/** The earlier of two moments, either of which may be missing. */
export function earlier(one: Nanos | undefined, other: Nanos | undefined): Nanos | undefined {
  return one === undefined || other === undefined ? (one ?? other) : Math.min(one, other);
}
