import type { SeatHandle } from '../seats/seat.ts';
import type { Seat } from '../tabletop/units.ts';

/** More than this of one player, read and not yet settled, and the rest waits in its own pipe. */
const MOST = 16 * 1024;

/**
 * Keeps a flood from filling the mailbox: a player is read on when what it wrote is settled. Players that are not
 * that far ahead are left alone, for to stop and start reading would disturb the order of arrival.
 */
export class Backlog {
  readonly #seats: readonly SeatHandle[];
  readonly #unsettled: number[];
  readonly #paused: boolean[];

  constructor(seats: readonly SeatHandle[]) {
    this.#seats = seats;
    this.#unsettled = seats.map(() => 0);
    this.#paused = seats.map(() => false);
  }

  read(seat: Seat, bytes: number): void {
    this.#unsettled[seat - 1]! += bytes;
    if (this.#unsettled[seat - 1]! <= MOST || this.#paused[seat - 1]) return;
    this.#paused[seat - 1] = true;
    this.#seats[seat - 1]!.pause();
  }

  settled(seat: Seat, bytes: number): void {
    this.#unsettled[seat - 1]! -= bytes;
    if (this.#unsettled[seat - 1]! > 0 || !this.#paused[seat - 1]) return;
    this.#paused[seat - 1] = false;
    this.#seats[seat - 1]!.resume();
  }
}
