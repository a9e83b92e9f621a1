import { counted } from '../../core/text.ts';
import type { Seat } from '../../core/units.ts';
import type { EventOf } from '../events.ts';
import type { forfeit, lateLine, overtime, timeout } from '../kit/scores.ts';

export const scoreHeadings = { score: 'score', moves: 'moves', timeouts: 'timeouts' } as const;

type LineEvent = EventOf<{
  forfeit: typeof forfeit;
  timeout: typeof timeout;
  overtime: typeof overtime;
  late: typeof lateLine;
}>;

export function describeLineEvent(event: LineEvent): string {
  switch (event.type) {
    case 'forfeit':
      return 'forfeits';
    case 'timeout':
      if (event.of === undefined) return 'ran out of time';
      return event.of === 'turn-cpu' ? 'used too much processor time' : 'used up its time bank';
    case 'overtime':
      return event.pointsOff === 0
        ? 'is within its time again'
        : `is ${(-event.bankMs / 1000).toFixed(1)} s over its time: ${counted(event.pointsOff, 'point')} off`;
    case 'late':
      return `was too late with ${event.line}`;
    default:
      return event satisfies never;
  }
}

interface BankEvent {
  readonly seat?: Seat;
  readonly seats?: readonly Seat[];
  readonly bankMs?: number | readonly number[] | undefined;
}

/** The last told time of each player, for captions. */
export class BankTimes {
  readonly #bySeat = new Map<Seat, number>();

  take({ seat, seats = [], bankMs }: BankEvent): void {
    if (typeof bankMs === 'number') this.#bySeat.set(seat!, bankMs);
    else for (const [index, each] of (bankMs ?? []).entries()) this.#bySeat.set(seats[index]!, each);
  }

  /** For example `, 4:12 left`. Empty without a time bank. */
  of(seat: Seat): string {
    const ms = this.#bySeat.get(seat);
    return ms === undefined ? '' : `, ${clockTime(Math.abs(ms))} ${ms < 0 ? 'over' : 'left'}`;
  }

  /** For a panel. */
  clock(seat: Seat): { readonly clock?: string } {
    const ms = this.#bySeat.get(seat);
    return ms === undefined ? {} : { clock: `${ms < 0 ? '-' : ''}${clockTime(Math.abs(ms))}` };
  }
}

function clockTime(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
