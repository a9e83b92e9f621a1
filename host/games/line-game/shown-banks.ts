import type { Seat } from '../../core/units.ts';

interface BankEvent {
  readonly seat?: Seat;
  readonly seats?: readonly Seat[];
  readonly bankMs?: number | readonly number[] | undefined;
}

/** The time that each player had with its last turn, and at the end, for captions. */
export class ShownBanks {
  readonly #bySeat = new Map<Seat, number>();

  take({ seat, seats = [], bankMs }: BankEvent): void {
    if (typeof bankMs === 'number') this.#bySeat.set(seat!, bankMs);
    else for (const [index, each] of (bankMs ?? []).entries()) this.#bySeat.set(seats[index]!, each);
  }

  /** `, 4:12 left`; empty without a time bank. */
  of(seat: Seat): string {
    const ms = this.#bySeat.get(seat);
    return ms === undefined ? '' : `, ${clockTime(Math.abs(ms))} ${ms < 0 ? 'over' : 'left'}`;
  }
}

function clockTime(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
