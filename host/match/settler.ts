import type { Nanos, Seat } from '../core/units.ts';
import type { EventLog } from '../events/event-log.ts';
import type { Effect, Pace } from '../games/game.ts';
import type { Verdict } from '../games/kit/verdict.ts';
import type { Clock } from './clock.ts';
import { hadNoEffect } from './flow-control.ts';
import { FirstGates, type Gate, type GateHabits, Gates, type Input, type Mailbox } from './mailbox.ts';
import type { Referee } from './referee.ts';
import { type Ending, exitFacts, type SeatHandle, type When } from './seat.ts';
import type { TurnWatch } from './turn-watch.ts';

/** What the loop itself saw of a match, beside its events. */
export interface MatchOutcome {
  readonly verdict: Verdict;
  /** Since the deal; 0: there was none. */
  readonly endedAt: Nanos;
  /** By seat: what became of its player. */
  readonly endings: readonly Ending[];
}

type Tell = Effect & { readonly do: 'tell' };

interface SettlerTools {
  readonly clock: Clock;
  readonly log: EventLog;
  readonly gates: GateHabits;
  readonly turns: TurnWatch;
  readonly pace: Pace;
}

/** What came of one message. */
export interface Settlement {
  readonly noEffect: boolean;
  /** It leads to a gate: this is when all is settled. */
  readonly gate: Promise<void> | undefined;
}

const withEffect: Settlement = { noEffect: false, gate: undefined };
const withoutEffect: Settlement = { noEffect: true, gate: undefined };

/** Settles one input after another: it is noted, the referee is asked, and the effects are carried out. */
export class Settler {
  readonly #referee: Referee;
  readonly #seats: readonly SeatHandle[];
  readonly #clock: Clock;
  readonly #log: EventLog;
  readonly #turns: TurnWatch;
  readonly #pace: Pace;
  readonly #gates: Gates;
  readonly #firstGates = new FirstGates();
  readonly #exitsNoted: Promise<unknown>;
  /** Who has offended or left. */
  readonly #out = new Set<Seat>();
  #verdict: Verdict | undefined;
  #startedAt: Nanos = 0;
  #endedAt: Nanos = 0;

  constructor(referee: Referee, seats: readonly SeatHandle[], mailbox: Mailbox, tools: SettlerTools) {
    this.#referee = referee;
    this.#seats = seats;
    this.#clock = tools.clock;
    this.#log = tools.log;
    this.#turns = tools.turns;
    this.#pace = tools.pace;
    this.#gates = new Gates(seats, mailbox, tools);
    this.#exitsNoted = Promise.all(seats.map((seat, index) => this.#noteExit(index + 1, seat)));
  }

  start(at: Nanos): Promise<void> | undefined {
    this.#startedAt = at;
    return this.#run(this.#referee.start(at), at);
  }

  /** One read of one seat is noted: its messages are there to be settled. */
  read(seat: Seat, bytes: Uint8Array, at: Nanos): void {
    this.#log.noteRead(seat, bytes, at);
    this.#referee.read(seat, bytes);
  }

  /** The next message of that read; none: all are settled. */
  next(seat: Seat, at: Nanos): Settlement | undefined {
    const effects = this.#referee.settleNext(seat, at);
    if (!effects) return undefined;
    const noEffect = hadNoEffect(effects);
    const gate = this.#run(effects, at);
    if (gate) return { noEffect, gate };
    return noEffect ? withoutEffect : withEffect;
  }

  hear(input: Exclude<Input, { is: 'read' }>): Promise<void> | undefined {
    // A player that has left is told of when it is known how: meanwhile the game may have begun, and nothing in it is before it.
    const at = Math.max(input.at, this.#referee.openedAt ?? input.at);
    return this.#run(this.#heard(input, at), at);
  }

  /** Silence decides. */
  wake(at: Nanos): Promise<void> | undefined {
    const lacksProcessor = (seat: Seat) => this.#turns.lacksProcessor(seat, at - this.#startedAt);
    return this.#run(this.#referee.wake(at, lacksProcessor), at);
  }

  /** All that was started is gone, and noted. */
  async finished(): Promise<MatchOutcome> {
    await this.#exitsNoted;
    const endings = this.#seats.map(({ ended }) => ended);
    return { verdict: this.#verdict!, endedAt: this.#endedAt, endings: await Promise.all(endings) };
  }

  #heard(input: Exclude<Input, { is: 'read' }>, at: Nanos): readonly Effect[] {
    if (input.is === 'interrupt') {
      this.#log.note({ type: 'interrupt' }, at);
      return this.#referee.interrupt(at);
    }
    const { seat } = input;
    if (!this.#referee.hears(seat)) return [];
    switch (input.is) {
      case 'gone':
        this.#log.note({ type: 'gone', seat, ...input.gone }, at);
        return this.#referee.gone(seat, input.gone, at);
      case 'caught':
        this.#log.note({ type: 'caught', seat, offence: input.offence }, at);
        return this.#referee.caught(seat, input.offence, at);
      case 'spent':
        this.#log.note({ type: 'spent', seat, cpu: input.cpu }, at);
        return this.#referee.spent(seat, input.cpu, at);
      default:
        return input satisfies never;
    }
  }

  /** There is something to wait for only where a gate opens. */
  #run(effects: readonly Effect[], at: Nanos, from = 0): Promise<void> | undefined {
    if (this.#referee.openedAt !== undefined) this.#log.begin(this.#referee.openedAt);
    for (let index = from; index < effects.length; index++) {
      const effect = effects[index]!;
      switch (effect.do) {
        case 'tell':
          if (effect.clock) this.#tellTurn(effect, isToldMore(effects, index) ? 'with-next' : 'now');
          else this.#tell(effect, isToldMore(effects, index) ? 'with-next' : this.#whenNoticesGo);
          break;
        case 'gate':
          return this.#passGate(effect, effects, at, index + 1);
        case 'record':
          this.#log.note(effect.event, at);
          if (effect.event.type === 'offence' || effect.event.type === 'left')
            this.#out.add(effect.event.seat);
          this.#turns.decided(effect.event, at);
          break;
        case 'dismiss':
          this.#dismiss(effect.seat);
          break;
        case 'end':
          this.#end(effect.verdict, at);
          break;
        default:
          effect satisfies never;
      }
    }
    return undefined;
  }

  async #passGate(gate: Gate, effects: readonly Effect[], at: Nanos, from: number): Promise<void> {
    await this.#gates.open(gate.tells);
    this.#firstGates.opened(gate.by, this.#seats);
    await this.#run(effects, at, from);
  }

  /** Whoever has the turn is told so at once; what is told besides can wait for the turn of whom it is told. */
  get #whenNoticesGo(): When {
    return this.#pace === 'turns' && this.#referee.openedAt !== undefined ? 'soon' : 'now';
  }

  #tell({ seat, text }: Tell, when: When): void {
    const at = this.#clock.now();
    this.#seats[seat - 1]!.send(text, when);
    this.#log.noteTold(seat, text, at);
  }

  /** Its time runs from when the write was tried, flushed or not. */
  #tellTurn({ seat, text }: Tell, when: When): void {
    this.#seats[seat - 1]!.send(text, when);
    const at = this.#clock.now();
    this.#log.noteTold(seat, text, at, true);
    this.#referee.clockStarts(seat, at);
    this.#turns.begins(seat, at, this.#referee.turnEnd);
  }

  #end(verdict: Verdict, at: Nanos): void {
    this.#verdict = verdict;
    this.#endedAt = at - (this.#referee.openedAt ?? at);
    this.#log.begin(at);
    for (let seat = 1; seat <= this.#seats.length; seat++) this.#dismiss(seat);
  }

  /** One that has done nothing wrong reads how its game ended; an offender reads nothing more. */
  #dismiss(seat: Seat): void {
    this.#seats[seat - 1]!.dismiss(this.#out.has(seat) ? 'at-once' : 'after-reading');
  }

  async #noteExit(seat: Seat, handle: SeatHandle): Promise<void> {
    const { processes, files = [] } = await handle.ended;
    const played = files.length > 0 && { files };
    const early = this.#verdict === undefined || this.#out.has(seat);
    this.#log.note({ type: 'exit', seat, ...exitFacts(processes, early), ...played }, this.#clock.now());
  }
}

/** What one seat is told in a row of tells goes out together, at the place of the last. */
function isToldMore(effects: readonly Effect[], index: number): boolean {
  const { seat } = effects[index] as Effect & { readonly do: 'tell' };
  for (let next = index + 1; next < effects.length; next++) {
    const effect = effects[next]!;
    if (effect.do === 'tell' && effect.seat === seat) return true;
    if (effect.do !== 'tell' && effect.do !== 'record') return false;
  }
  return false;
}
