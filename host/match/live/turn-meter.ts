import { millis, type Nanos, type Seat } from '../../core/units.ts';
import { optionsOf } from '../../games/kit/own-options.ts';
import { allowedCpu } from '../../games/kit/turn-cpu.ts';
import type { Clock } from '../clock.ts';
import type { MatchPlan } from '../plan/plan.ts';
import { processorsOfMachine } from '../plan/processors.ts';
import type { SeatHandle } from '../seat.ts';

/** A look takes 0.1 to 0.5 ms of work. A turn that is answered before has none, and what it used until then is given. */
const FIRST_WAIT = millis(5);
/** Not more often than this while a player thinks. */
const SHORTEST_WAIT = millis(20);

interface Running {
  readonly seat: Seat;
  readonly allowed: Nanos;
  readonly startedAt: Nanos;
  /** What its player had used at the first look. */
  before: Promise<Nanos> | undefined;
}

/**
 * Measures the processor time that goes into a turn, where the game limits it. A player cannot use more than the time
 * since its turn began, on all processors at once: before that could be too much, nobody looks.
 */
export class TurnMeter implements Disposable {
  readonly #seats: readonly SeatHandle[];
  /** By seat. */
  readonly #allowed: readonly Nanos[];
  readonly #clock: Clock;
  readonly #tell: (seat: Seat, cpu: Nanos, at: Nanos) => void;
  #running: Running | undefined;
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

  /** The line of a turn was written. */
  turnBegins(seat: Seat, at: Nanos): void {
    const allowed = this.#allowed[seat - 1]!;
    if (!Number.isFinite(allowed) || !this.#seats[seat - 1]!.processes?.usage) return;
    this.#running = { seat, allowed, startedAt: at, before: undefined };
    this.#lookAt(at + Math.min(FIRST_WAIT, this.#soonest(allowed) / 2));
  }

  /** What the turn of this player had taken at that moment, if it was too much. */
  tooMuch(seat: Seat, at: Nanos): Promise<Nanos | undefined> | undefined {
    const running = this.#running;
    if (running?.seat !== seat || !running.before) return undefined;
    if (at - running.startedAt < this.#soonest(running.allowed)) return undefined;
    return this.#whereTooMuch(running, at);
  }

  async #whereTooMuch(running: Running, at: Nanos): Promise<Nanos | undefined> {
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

  /** At least so much, whatever it did between that moment and the look. */
  async #look({ seat, before }: Running, at: Nanos): Promise<Nanos> {
    const used = await this.#seats[seat - 1]!.processes!.usage!.used();
    const since = this.#clock.now() - at;
    return Math.max(0, used - (await before!) - since * processorsOfMachine());
  }

  /** So much processor time takes at least so long. */
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
