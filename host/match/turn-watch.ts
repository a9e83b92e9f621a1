import { millis, type Nanos, type Seat } from '../core/units.ts';
import type { EventLog } from '../events/event-log.ts';
import type { SharedEvent } from '../events/noted.ts';
import { isOverloaded, type TurnLoadFacts } from '../events/times.ts';
import type { AnyGame } from '../games/game.ts';
import { allowedCpu, optionsOf } from '../games/kit/option.ts';
import type { Clock } from './clock.ts';
import type { Input } from './mailbox.ts';
import { type MatchPlan, processorsOfMachine } from './plan.ts';
import type { SeatHandle, Share } from './seat.ts';

interface TurnTools {
  readonly clock: Clock;
  readonly log: EventLog;
  readonly delay: DelayWatch | undefined;
  readonly put: (input: Input) => void;
}

/** The measurements of a turn, for the rules and the record. */
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

  /** The processor time of a turn includes all attempts at it. */
  begins(seat: Seat, at: Nanos, end: Nanos | undefined, isRest = false): void {
    if (!isRest) this.#meter.turnBegins(seat, at);
    this.#load.turnBegins(seat, at, end);
  }

  /** Returns the processor time of the turn at that moment, if it exceeds the limit. */
  tooMuch(seat: Seat, at: Nanos): Promise<Nanos | undefined> | undefined {
    return this.#meter.tooMuch(seat, at);
  }

  /** Describes the machine in a turn that ran out. */
  decided(event: SharedEvent, at: Nanos): void {
    const late = this.#game.turnRanOut?.(event);
    if (!late?.byClock) return;
    const { seat, k } = late;
    const facts = this.#load.ofLateTurn(seat, at);
    if (facts) this.#log.note({ type: 'turn-load', seat, k, ...facts }, at);
  }

  /** The machine may be the reason why a player was not ready in time. */
  lacksProcessor(seat: Seat, given: Nanos): boolean {
    return this.#load.isOverloaded(seat, given);
  }

  [Symbol.dispose](): void {
    this.#meter[Symbol.dispose]();
    this.#load[Symbol.dispose]();
  }
}

/** A look takes 0.1 to 0.5 ms. A turn that ends before has none, and its use until then is free. */
const FIRST_WAIT = millis(5);
const SHORTEST_WAIT = millis(20);

interface MeteredTurn {
  readonly seat: Seat;
  readonly allowed: Nanos;
  readonly startedAt: Nanos;
  /** The use of the player at the first look. */
  before: Promise<Nanos> | undefined;
}

/**
 * Measures the processor time of a turn. A player cannot use more than the time since its turn began on all
 * processors, so nobody looks earlier than that could exceed the limit.
 */
export class TurnMeter implements Disposable {
  readonly #seats: readonly SeatHandle[];
  readonly #allowed: readonly Nanos[];
  readonly #clock: Clock;
  readonly #tell: (seat: Seat, cpu: Nanos, at: Nanos) => void;
  #running: MeteredTurn | undefined;
  #takeBack: (() => void) | undefined;

  constructor(
    plan: MatchPlan,
    seats: readonly SeatHandle[],
    clock: Clock,
    tell: (seat: Seat, cpu: Nanos, at: Nanos) => void,
  ) {
    this.#seats = seats;
    this.#allowed = plan.players.map(({ seat }) => allowedCpu(optionsOf(plan.setup, seat)));
    this.#clock = clock;
    this.#tell = tell;
  }

  turnBegins(seat: Seat, at: Nanos): void {
    const allowed = this.#allowed[seat - 1]!;
    if (!Number.isFinite(allowed) || !this.#seats[seat - 1]!.processes?.usage) return;
    this.#running = { seat, allowed, startedAt: at, before: undefined };
    this.#lookAt(at + Math.min(FIRST_WAIT, this.#soonest(allowed) / 2));
  }

  /** Returns the processor time of the turn at that moment, if it exceeds the limit. */
  tooMuch(seat: Seat, at: Nanos): Promise<Nanos | undefined> | undefined {
    const running = this.#running;
    if (running?.seat !== seat || !running.before) return undefined;
    if (at - running.startedAt < this.#soonest(running.allowed)) return undefined;
    return this.#whereTooMuch(running, at);
  }

  async #whereTooMuch(running: MeteredTurn, at: Nanos): Promise<Nanos | undefined> {
    const cpu = await this.#look(running, at);
    if (cpu <= running.allowed || this.#running !== running) return undefined;
    this.#stop();
    return cpu;
  }

  async #ring(): Promise<void> {
    const running = this.#running;
    if (!running) return;
    if (!running.before) {
      running.before = this.#seats[running.seat - 1]!.processes!.usage!.used();
      this.#lookAt(running.startedAt + this.#soonest(running.allowed));
      return;
    }
    const at = this.#clock.now();
    const cpu = await this.#look(running, at);
    if (this.#running !== running) return;
    if (cpu > running.allowed) {
      this.#stop();
      this.#tell(running.seat, cpu, at);
    } else this.#lookAt(at + Math.max(SHORTEST_WAIT, this.#soonest(running.allowed - cpu)));
  }

  /** A lower bound, whatever the player did between that moment and the look. */
  async #look({ seat, before }: MeteredTurn, at: Nanos): Promise<Nanos> {
    const used = await this.#seats[seat - 1]!.processes!.usage!.used();
    const since = this.#clock.now() - at;
    return Math.max(0, used - (await before!) - since * processorsOfMachine());
  }

  /** This much processor time takes at least this long. */
  #soonest(cpu: Nanos): Nanos {
    return Math.ceil(cpu / processorsOfMachine());
  }

  #lookAt(at: Nanos): void {
    this.#takeBack?.();
    this.#takeBack = this.#clock.alarm(at, () => void this.#ring());
  }

  #stop(): void {
    this.#running = undefined;
    this.#takeBack?.();
  }

  [Symbol.dispose](): void {
    this.#stop();
  }
}

export interface DelayWatch extends Disposable {
  /** The longest delay of the event loop in milliseconds. */
  readonly worst: number;
  startLap(): void;
  readonly ofLap: number;
}

/** A turn that ends before this part of its time is not observed. */
const FIRST_PART = 1 / 10;

interface WatchedTurn {
  readonly seat: Seat;
  readonly startedAt: Nanos;
  readonly limit: Nanos;
  before: Share | undefined;
}

/** Tells whether a player whose turn ran out had the machine: its waits, and the delays of the host. */
export class TurnLoad implements Disposable {
  readonly #seats: readonly SeatHandle[];
  readonly #clock: Clock;
  readonly #delay: DelayWatch | undefined;
  #running: WatchedTurn | undefined;
  #takeBack: (() => void) | undefined;
  #lookAt: Nanos = 0;

  constructor(seats: readonly SeatHandle[], clock: Clock, delay: DelayWatch | undefined) {
    this.#seats = seats;
    this.#clock = clock;
    this.#delay = delay;
  }

  turnBegins(seat: Seat, at: Nanos, end: Nanos | undefined): void {
    if (!this.#delay || end === undefined) return;
    this.#delay.startLap();
    this.#running = { seat, startedAt: at, limit: end - at, before: undefined };
    if (!this.#takeBack || this.#endOfFirstPart(this.#running) < this.#lookAt) this.#setAlarm(this.#running);
  }

  /** The alarm may belong to an earlier turn. An alarm for each turn would cost as much as a judge. */
  #setAlarm(running: WatchedTurn): void {
    this.#takeBack?.();
    this.#lookAt = this.#endOfFirstPart(running);
    this.#takeBack = this.#clock.alarm(this.#lookAt, () => this.#look(this.#running!));
  }

  #look(running: WatchedTurn): void {
    this.#takeBack = undefined;
    if (this.#clock.now() < this.#endOfFirstPart(running)) this.#setAlarm(running);
    else running.before = this.#seats[running.seat - 1]!.processes?.usage?.share();
  }

  #endOfFirstPart({ startedAt, limit }: WatchedTurn): Nanos {
    return startedAt + limit * FIRST_PART;
  }

  ofLateTurn(seat: Seat, at: Nanos): TurnLoadFacts | undefined {
    const running = this.#running;
    if (!this.#delay || running?.seat !== seat) return undefined;
    const { before, startedAt } = running;
    const now = this.#seats[seat - 1]!.processes?.usage?.share();
    return {
      waitMs: growth(before?.waitMs, now?.waitMs),
      cpuMs: growth(before?.cpuMs, now?.cpuMs),
      givenMs: hundredths((at - startedAt) / 1e6),
      loopDelayMs: this.#delay.ofLap,
    };
  }

  isOverloaded(seat: Seat, given: Nanos): boolean {
    const share = this.#seats[seat - 1]!.processes?.usage?.share();
    if (!this.#delay || !share) return false;
    return isOverloaded(this.#delay.worst, [{ ...share, givenMs: given / 1e6 }]);
  }

  [Symbol.dispose](): void {
    this.#takeBack?.();
  }
}

/** Processes that ended are no longer counted, so the difference may be negative. */
function growth(before: number | null | undefined, now: number | null | undefined): number | null {
  if (typeof before !== 'number' || typeof now !== 'number') return null;
  return hundredths(Math.max(0, now - before));
}

function hundredths(value: number): number {
  return Math.round(value * 100) / 100;
}
