import type { Nanos, Seat } from '../../core/units.ts';
import type { EventLog } from '../../events/event-log.ts';
import type { SharedEvent } from '../../events/noted.ts';
import type { AnyGame } from '../../games/game.ts';
import type { Clock } from '../clock.ts';
import type { MatchPlan } from '../plan/plan.ts';
import type { SeatHandle } from '../seat.ts';
import type { Input } from './mailbox.ts';
import { type DelayWatch, TurnLoad } from './turn-load.ts';
import { TurnMeter } from './turn-meter.ts';

interface TurnTools {
  readonly clock: Clock;
  readonly log: EventLog;
  readonly delay: DelayWatch | undefined;
  /** Where the rules are told from. */
  readonly put: (input: Input) => void;
}

/** What the host measures of a turn, for the rules and for the record. */
export class TurnWatch implements Disposable {
  readonly #meter: TurnMeter;
  readonly #load: TurnLoad;
  readonly #log: EventLog;
  readonly #game: AnyGame;

  constructor(plan: MatchPlan, seats: readonly SeatHandle[], { clock, log, delay, put }: TurnTools) {
    const spent = (seat: Seat, cpu: Nanos, at: Nanos) => put({ is: 'spent', seat, cpu, at });
    this.#meter = new TurnMeter(plan, seats, clock, spent);
    this.#load = new TurnLoad(seats, clock, delay);
    this.#log = log;
    this.#game = plan.game;
  }

  /** `end`: when the turn runs out; none: never. */
  begins(seat: Seat, at: Nanos, end: Nanos | undefined): void {
    this.#meter.turnBegins(seat, at);
    this.#load.turnBegins(seat, at, end);
  }

  /** What the turn of this player had taken at that moment, if it was too much. */
  tooMuch(seat: Seat, at: Nanos): Promise<Nanos | undefined> | undefined {
    return this.#meter.tooMuch(seat, at);
  }

  /** What the machine was like in a turn that ran out by the clock. */
  decided(event: SharedEvent, at: Nanos): void {
    const late = this.#game.turnRanOut?.(event);
    if (!late?.byClock) return;
    const { seat, k } = late;
    const facts = this.#load.ofLateTurn(seat, at);
    if (facts) this.#log.note({ type: 'turn-load', seat, k, ...facts }, at);
  }

  [Symbol.dispose](): void {
    this.#meter[Symbol.dispose]();
    this.#load[Symbol.dispose]();
  }
}
