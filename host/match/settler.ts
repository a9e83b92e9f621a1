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

/** The observations of the loop in a match, besides its events. */
export interface MatchOutcome {
  readonly verdict: Verdict;
  /** Nanoseconds since the deal. 0 without a deal. */
  readonly endedAt: Nanos;
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

export interface Settlement {
  readonly noEffect: boolean;
  /** Resolves when the gate that the message opens is settled. */
  readonly gate: Promise<void> | undefined;
}

const withEffect: Settlement = { noEffect: false, gate: undefined };
const withoutEffect: Settlement = { noEffect: true, gate: undefined };

/** Notes each input, asks the referee, and carries out the effects. */
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

  read(seat: Seat, bytes: Uint8Array, at: Nanos): void {
    this.#log.noteRead(seat, bytes, at);
    this.#referee.read(seat, bytes);
  }

  next(seat: Seat, at: Nanos): Settlement | undefined {
    const effects = this.#referee.settleNext(seat, at);
    if (!effects) return undefined;
    const noEffect = hadNoEffect(effects);
    const gate = this.#run(effects, at);
    if (gate) return { noEffect, gate };
    return noEffect ? withoutEffect : withEffect;
  }

  hear(input: Exclude<Input, { is: 'read' }>): Promise<void> | undefined {
    // A departure is reported late, and nothing in a game is before its beginning.
    const at = Math.max(input.at, this.#referee.openedAt ?? input.at);
    return this.#run(this.#heard(input, at), at);
  }

  wake(at: Nanos): Promise<void> | undefined {
    const lacksProcessor = (seat: Seat) => this.#turns.lacksProcessor(seat, at - this.#startedAt);
    return this.#run(this.#referee.wake(at, lacksProcessor), at);
  }

  async finished(): Promise<MatchOutcome> {
    await this.#exitsNoted;
    const endings = this.#seats.map(({ ended }) => ended);
    return { verdict: this.#verdict!, endedAt: this.#endedAt, endings: await Promise.all(endings) };
  }

  #heard(input: Exclude<Input, { is: 'read' }>, at: Nanos): readonly Effect[] {
    if (input.is === 'interrupt') {
      const { why } = input;
      this.#log.note({ type: 'interrupt', ...(why !== undefined && { why }) }, at);
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

  /** Only an open gate needs waiting. */
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

  /** The player to move is told at once. Others can wait for their own turn. */
  get #whenNoticesGo(): When {
    return this.#pace === 'turns' && this.#referee.openedAt !== undefined ? 'soon' : 'now';
  }

  #tell({ seat, text }: Tell, when: When): void {
    const at = this.#clock.now();
    this.#seats[seat - 1]!.send(text, when);
    this.#log.noteTold(seat, text, at);
  }

  /** The clock runs from the attempt to write, flushed or not. */
  #tellTurn({ seat, text, isRest }: Tell, when: When): void {
    this.#seats[seat - 1]!.send(text, when);
    const at = this.#clock.now();
    this.#log.noteTold(seat, text, at, true);
    this.#referee.clockStarts(seat, at);
    this.#turns.begins(seat, at, this.#referee.turnEnd, isRest);
  }

  #end(verdict: Verdict, at: Nanos): void {
    this.#verdict = verdict;
    this.#endedAt = at - (this.#referee.openedAt ?? at);
    this.#log.begin(at);
    for (let seat = 1; seat <= this.#seats.length; seat++) this.#dismiss(seat);
  }

  /** A fair player reads how its game ended. An offender reads nothing more. */
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

/** Consecutive texts for a seat go out together, at the place of the last. */
function isToldMore(effects: readonly Effect[], index: number): boolean {
  const { seat } = effects[index] as Effect & { readonly do: 'tell' };
  for (let next = index + 1; next < effects.length; next++) {
    const effect = effects[next]!;
    if (effect.do === 'tell' && effect.seat === seat) return true;
    if (effect.do !== 'tell' && effect.do !== 'record') return false;
  }
  return false;
}
