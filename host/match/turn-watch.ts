import type { Nanos, Seat } from '../core/units.ts';
import type { EventLog, SharedEvent } from '../events/event-log.ts';
import type { TurnLoad } from './turn-load.ts';
import type { TurnMeter } from './turn-meter.ts';

/** What the host measures of a turn, for the rules and for the record. */
export class TurnWatch {
  readonly #meter: TurnMeter;
  readonly #load: TurnLoad;
  readonly #log: EventLog;

  constructor(meter: TurnMeter, load: TurnLoad, log: EventLog) {
    this.#meter = meter;
    this.#load = load;
    this.#log = log;
  }

  begins(seat: Seat, at: Nanos): void {
    this.#meter.turnBegins(seat, at);
    this.#load.turnBegins(seat, at);
  }

  /** What the turn of this player had taken at that moment, if it was too much. */
  tooMuch(seat: Seat, at: Nanos): Promise<Nanos | undefined> | undefined {
    return this.#meter.tooMuch(seat, at);
  }

  /** What the machine was like in a turn that ran out by the clock. */
  decided(event: SharedEvent, at: Nanos): void {
    if (event.type !== 'timeout' || event.of !== undefined) return;
    const { seat, k } = event;
    const facts = this.#load.ofLateTurn(seat, at);
    if (facts) this.#log.note({ type: 'turn-load', seat, k, ...facts }, at);
  }
}
