/** Numbers that must not be mixed up. A plain number is either; a seat is never a time. */
export type Seat = number & { readonly unit?: 'seat' };

/** Monotonic nanoseconds. Whole numbers, exact up to 2^53 (104 days). */
export type Nanos = number & { readonly unit?: 'nanos' };

/** A timer of Node's that is longer rings at once. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1;

export const micros = (count: number): Nanos => count * 1_000;
export const millis = (count: number): Nanos => count * 1_000_000;
export const seconds = (count: number): Nanos => count * 1_000_000_000;

/** The first of two moments; either may be none. */
export function earlier(one: Nanos | undefined, other: Nanos | undefined): Nanos | undefined {
  return one === undefined || other === undefined ? (one ?? other) : Math.min(one, other);
}
