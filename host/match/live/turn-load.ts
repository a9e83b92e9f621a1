import type { Nanos, Seat } from '../../core/units.ts';
import type { TurnLoadFacts } from '../../events/overload.ts';
import type { Clock } from '../clock.ts';
import type { Share } from '../process-facts.ts';
import type { SeatHandle } from '../seat.ts';

export interface DelayWatch extends Disposable {
  /** How late the event loop was at worst until now, in milliseconds. */
  readonly worst: number;
  /** From here on counts what `ofLap` tells. */
  startLap(): void;
  /** The worst of it since then. */
  readonly ofLap: number;
}

/** A turn that is over before so much of its time is not looked at. */
const FIRST_PART = 1 / 10;

interface Running {
  readonly seat: Seat;
  readonly startedAt: Nanos;
  readonly limit: Nanos;
  before: Share | undefined;
}

/** Whether a player whose turn ran out had the machine: what it waited for, and how late the host was. */
export class TurnLoad implements Disposable {
  readonly #seats: readonly SeatHandle[];
  readonly #clock: Clock;
  readonly #delay: DelayWatch | undefined;
  #running: Running | undefined;
  #takeBack: (() => void) | undefined;
  #lookAt: Nanos = 0;

  constructor(seats: readonly SeatHandle[], clock: Clock, delay: DelayWatch | undefined) {
    this.#seats = seats;
    this.#clock = clock;
    this.#delay = delay;
  }

  /** A turn that runs out at `end`; none: it has no end. */
  turnBegins(seat: Seat, at: Nanos, end: Nanos | undefined): void {
    if (!this.#delay || end === undefined) return;
    this.#delay.startLap();
    this.#running = { seat, startedAt: at, limit: end - at, before: undefined };
    if (!this.#takeBack || this.#endOfFirstPart(this.#running) < this.#lookAt) this.#setAlarm(this.#running);
  }

  /** It may be of an earlier turn, and is then set again: to set one for each turn would cost as much as a judge. */
  #setAlarm(running: Running): void {
    this.#takeBack?.();
    this.#lookAt = this.#endOfFirstPart(running);
    this.#takeBack = this.#clock.alarm(this.#lookAt, () => this.#look(this.#running!));
  }

  #look(running: Running): void {
    this.#takeBack = undefined;
    if (this.#clock.now() < this.#endOfFirstPart(running)) this.#setAlarm(running);
    else running.before = this.#seats[running.seat - 1]!.processes?.usage?.share();
  }

  #endOfFirstPart({ startedAt, limit }: Running): Nanos {
    return startedAt + limit * FIRST_PART;
  }

  /** Of a turn that has just run out by the clock. */
  ofLateTurn(seat: Seat, at: Nanos): TurnLoadFacts | undefined {
    const running = this.#running;
    if (!this.#delay || running?.seat !== seat) return undefined;
    const { before, startedAt } = running;
    const now = this.#seats[seat - 1]!.processes?.usage?.share();
    return {
      waitMs: grown(before?.waitMs, now?.waitMs),
      cpuMs: grown(before?.cpuMs, now?.cpuMs),
      givenMs: hundredths((at - startedAt) / 1e6),
      loopDelayMs: this.#delay.ofLap,
    };
  }

  [Symbol.dispose](): void {
    this.#takeBack?.();
  }
}

/** What has ended since is no longer counted: never less than nothing. */
function grown(before: number | null | undefined, now: number | null | undefined): number | null {
  if (typeof before !== 'number' || typeof now !== 'number') return null;
  return hundredths(Math.max(0, now - before));
}

function hundredths(value: number): number {
  return Math.round(value * 100) / 100;
}
