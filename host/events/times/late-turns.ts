import type { Seat } from '../../core/units.ts';
import type { EventSink, Noted } from '../noted.ts';

/** The turns of one player that ran out by the clock, together. */
export interface LateTurnFacts {
  readonly turns: number;
  /** What it used of a processor in them, and how long it waited for one; null where it could not be read. */
  readonly cpuMs: number | null;
  readonly waitMs: number | null;
  /** How long it was looked at for that. */
  readonly givenMs: number;
}

/** The first tenth of a turn is not looked at. */
const LOOKED_AT = 9 / 10;

/** What players did in turns that ran out: whether they waited or computed. */
export class LateTurns implements EventSink {
  readonly #bySeat = new Map<Seat, LateTurnFacts>();

  take(event: Noted): void {
    if (event.type !== 'turn-load') return;
    const { turns, cpuMs, waitMs, givenMs } = this.of(event.seat) ?? none;
    this.#bySeat.set(event.seat, {
      turns: turns + 1,
      cpuMs: sum(cpuMs, event.cpuMs),
      waitMs: sum(waitMs, event.waitMs),
      givenMs: givenMs + event.givenMs * LOOKED_AT,
    });
  }

  /** None: no turn of it ran out, or the machine was not looked at. */
  of(seat: Seat): LateTurnFacts | undefined {
    return this.#bySeat.get(seat);
  }
}

const none: LateTurnFacts = { turns: 0, cpuMs: 0, waitMs: 0, givenMs: 0 };

function sum(one: number | null, other: number | null): number | null {
  return one === null || other === null ? null : one + other;
}
