import { type Nanos, type Seat, seconds } from '../../../../../core/units.ts';
import type { Options } from '../../../options.ts';
import type { FileTurns } from '../read/turns.ts';

const SECOND = seconds(1);
const MINUTE = seconds(60);
const BANK: Nanos = 25 * MINUTE;
const USUAL = 10;

export interface FileTimes {
  readonly options: Partial<Options>;
  /** By the place of the turn. */
  took(index: number): Nanos;
}

/**
 * A file does not say how long turns took: each takes a second. Points off for time are overtime of so many minutes in the last
 * turn of that player.
 */
export function timesOf({ turns, times }: FileTurns): FileTimes {
  const off = [1, 2].map((seat) =>
    times.reduce((sum, { seat: other, points }) => (other === seat ? sum - points.value : sum), 0),
  );
  const timeless = { timeout: Number.POSITIVE_INFINITY };
  if (off.every((points) => points === 0)) return { options: timeless, took: () => SECOND };
  const eachMinute = off.reduce(commonDivisor, USUAL);
  const seats = turns.map(({ line }) => line.seat);
  const options = {
    ...timeless,
    'time-bank': BANK,
    'overtime-points': eachMinute,
    'overtime-limit': Number.POSITIVE_INFINITY,
  };
  return { options, took: (index) => (isLast(index) ? lastOf(seats[index]!) : SECOND) };

  function isLast(index: number): boolean {
    return off[seats[index]! - 1]! > 0 && seats.lastIndexOf(seats[index]!) === index;
  }

  function lastOf(seat: Seat): Nanos {
    const used = (seats.filter((each) => each === seat).length - 1) * SECOND;
    return BANK - used + (off[seat - 1]! / eachMinute) * MINUTE - MINUTE / 2;
  }
}

function commonDivisor(one: number, other: number): number {
  return other === 0 ? one : commonDivisor(other, one % other);
}
