import type { Nanos, Seat } from '../../core/units.ts';
import type { TurnLoadFacts } from '../../events/overload.ts';
import type { Clock } from '../clock.ts';
import type { MatchPlan } from '../plan/plan.ts';
import type { Share } from '../process-facts.ts';
import type { SeatHandle } from '../seat.ts';

export interface DelayWatch extends Disposable {
  /** How late the event loop was at worst until now, in milliseconds. */
  readonly worst: number;
  /** The worst of it since the last lap. */
  lap(): number;
}

/** A turn that is over before so much of its time is not looked at. */
const FIRST_PART = 1 / 10;

interface Running {
  readonly seat: Seat;
  readonly startedAt: Nanos;
  before: Share | undefined;
}

/** Whether a player whose turn ran out had the machine: what it waited for, and how late the host was. */
export class TurnLoad implements Disposable {
  readonly #seats: readonly SeatHandle[];
  readonly #limit: Nanos;
  readonly #clock: Clock;
  readonly #delay: DelayWatch | undefined;
  #running: Running | undefined;
  #takeBack: (() => void) | undefined;

  constructor(plan: MatchPlan, seats: readonly SeatHandle[], clock: Clock, delay: DelayWatch | undefined) {
    this.#seats = seats;
    this.#limit = (plan.setup.options.timeout as Nanos | undefined) ?? Number.POSITIVE_INFINITY;
    this.#clock = clock;
    this.#delay = delay;
  }

  turnBegins(seat: Seat, at: Nanos): void {
    if (!this.#delay || !Number.isFinite(this.#limit)) return;
    this.#takeBack?.();
    this.#delay.lap();
    const running: Running = { seat, startedAt: at, before: undefined };
    this.#running = running;
    const look = () => {
      running.before = this.#seats[seat - 1]!.processes?.usage?.share();
    };
    this.#takeBack = this.#clock.alarm(at + this.#limit * FIRST_PART, look);
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
      loopDelayMs: this.#delay.lap(),
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
