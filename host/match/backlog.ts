import type { Seat } from '../core/units.ts';
import type { Pace } from '../games/game.ts';
import type { SeatHandle } from './seat.ts';

/** More than this of one player, read and not yet settled, and the rest waits in its own pipe. */
const MOST = 16 * 1024;
/** In a game of rounds what was written in time is read in time, even if the judging lags behind. */
const MOST_IN_ROUNDS = 2 ** 20;

interface Reading {
  unsettled: number;
  isFull: boolean;
  isResting: boolean;
}

/**
 * Keeps a flood from filling the mailbox: a player is read on when what it wrote is settled, and its rest is over.
 * Players that are not that far ahead are left alone, for to stop and start reading would disturb the order of arrival.
 */
export class Backlog {
  readonly #seats: readonly SeatHandle[];
  readonly #readings: readonly Reading[];
  readonly #most: number;

  constructor(seats: readonly SeatHandle[], pace: Pace = 'race') {
    this.#most = pace === 'round' ? MOST_IN_ROUNDS : MOST;
    this.#seats = seats;
    this.#readings = seats.map(() => ({ unsettled: 0, isFull: false, isResting: false }));
  }

  read(seat: Seat, bytes: number): void {
    const reading = this.#readings[seat - 1]!;
    reading.unsettled += bytes;
    if (reading.unsettled > this.#most && !reading.isFull) this.#change(seat, { isFull: true });
  }

  settled(seat: Seat, bytes: number): void {
    const reading = this.#readings[seat - 1]!;
    reading.unsettled -= bytes;
    if (reading.unsettled <= 0 && reading.isFull) this.#change(seat, { isFull: false });
  }

  rests(seat: Seat, isResting: boolean): void {
    this.#change(seat, { isResting });
  }

  #change(seat: Seat, change: Partial<Reading>): void {
    const reading = this.#readings[seat - 1]!;
    const before = reading.isFull || reading.isResting;
    Object.assign(reading, change);
    const after = reading.isFull || reading.isResting;
    if (after && !before) this.#seats[seat - 1]!.pause();
    if (before && !after) this.#seats[seat - 1]!.resume();
  }
}
