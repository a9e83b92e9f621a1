import { micros, type Nanos, type Seat } from '../core/units.ts';
import type { EventLog } from '../events/event-log.ts';
import type { Effect, Pace } from '../games/game.ts';
import type { Verdict } from '../games/kit/verdict.ts';
import type { Backlog } from './backlog.ts';
import type { Clock } from './clock.ts';
import { freeLarge } from './free-large.ts';
import { FirstPeels, type GateHabits, pollEmpty } from './gate.ts';
import type { Letter, Mailbox } from './mailbox.ts';
import { exitFacts } from './process-facts.ts';
import type { Referee } from './referee.ts';
import type { Ending, SeatHandle } from './seat.ts';
import { hadNoEffect, type Slice, Slices } from './slices.ts';
import { isToldMore } from './told-more.ts';
import type { TurnWatch } from './turn-watch.ts';

/** What the loop itself saw of a match, beside its events. */
export interface Played {
  readonly verdict: Verdict;
  /** Since the deal; 0 where there was none. */
  readonly endedAt: Nanos;
  /** By seat: what became of its processes. */
  readonly endings: readonly Ending[];
}

type Tell = Effect & { readonly do: 'tell' };
type Tells = (Effect & { readonly do: 'gate' })['tells'];

interface LoopTools {
  readonly clock: Clock;
  readonly log: EventLog;
  readonly pace: Pace;
  readonly gates: GateHabits;
  readonly turns: TurnWatch;
}

/** Other players are read at least this often, whatever one of them has sent. */
const LONGEST_WITHOUT_LOOK = micros(250);

/** Carries a match: whoever speaks next is heard, and what the rules wish for is done. */
export class Loop {
  readonly #referee: Referee;
  readonly #seats: readonly SeatHandle[];
  readonly #mailbox: Mailbox;
  readonly #backlog: Backlog;
  readonly #slices: Slices;
  readonly #clock: Clock;
  readonly #log: EventLog;
  readonly #habits: GateHabits;
  readonly #turns: TurnWatch;
  readonly #firstPeels = new FirstPeels();
  #verdict: Verdict | undefined;
  #endedAt: Nanos = 0;
  readonly #exitsNoted: Promise<unknown>;
  #gates = 0;
  #looked: Nanos = 0;

  constructor(
    referee: Referee,
    seats: readonly SeatHandle[],
    mailbox: Mailbox,
    backlog: Backlog,
    tools: LoopTools,
  ) {
    this.#referee = referee;
    this.#seats = seats;
    this.#mailbox = mailbox;
    this.#backlog = backlog;
    this.#slices = new Slices(seats.length, tools.pace);
    this.#clock = tools.clock;
    this.#log = tools.log;
    this.#habits = tools.gates;
    this.#turns = tools.turns;
    this.#exitsNoted = Promise.all(seats.map((seat, index) => this.#noteExit(index + 1, seat)));
  }

  /** Whoever speaks next is heard, or silence decides. */
  async turn(): Promise<void> {
    const { alarm } = this.#referee;
    const letter = await this.#mailbox.next(alarm);
    if (letter?.is === 'read') await this.#read(letter);
    else if (letter) await this.carryOut(this.#other(letter), letter.at);
    else await this.carryOut(this.#referee.wake(alarm!), alarm!);
  }

  /** A slice of what was read; the rest waits until the others have been heard. */
  async #read(letter: Letter & { readonly is: 'read' }): Promise<void> {
    const { seat, bytes, at } = letter;
    const look = this.#turns.tooMuch(seat, at);
    if (look) await this.#lookedFirst(seat, look, at);
    const size = this.#slices.of(seat);
    const isWhole = bytes.length <= size;
    if (this.#referee.hears(seat)) {
      const slice = isWhole ? bytes : bytes.subarray(0, size);
      const began = this.#clock.now();
      this.#looked = began;
      this.#log.noteRead(seat, slice, at);
      let messages = 0;
      let noEffect = true;
      for (const effects of this.#referee.read(seat, slice, at)) {
        messages++;
        noEffect &&= effects.some(hadNoEffect);
        const gate = this.carryOut(effects, at);
        if (gate) await gate;
        if (this.#clock.now() - this.#looked >= LONGEST_WITHOUT_LOOK) await this.#look();
      }
      this.#took(seat, { bytes: slice.length, messages, noEffect, began, ended: this.#clock.now() });
    }
    const isSettled = isWhole || !this.#referee.hears(seat);
    this.#backlog.settled(seat, isSettled ? bytes.length : size);
    if (!isSettled) await this.#leave(letter, size);
    else if (this.#referee.openedAt !== undefined) freeLarge(bytes);
  }

  async #leave(letter: Letter & { readonly is: 'read' }, taken: number): Promise<void> {
    await this.#look();
    this.#mailbox.putBack({ ...letter, bytes: letter.bytes.subarray(taken) });
  }

  #took(seat: Seat, slice: Slice): void {
    const rest = this.#slices.took(seat, slice);
    if (rest > 0) this.#rest(seat, slice.ended + rest);
  }

  /** It waits with a full pipe. */
  #rest(seat: Seat, until: Nanos): void {
    this.#seats[seat - 1]!.readInSmallPieces();
    this.#mailbox.rest(seat, until);
    this.#backlog.rests(seat, true);
    this.#clock.alarm(until, () => this.#backlog.rests(seat, false));
  }

  async #look(): Promise<void> {
    await this.#mailbox.look();
    this.#looked = this.#clock.now();
  }

  #other(letter: Exclude<Letter, { is: 'read' }>): readonly Effect[] {
    const { at } = letter;
    if (letter.is === 'interrupt') {
      this.#log.note({ type: 'interrupt' }, at);
      return this.#referee.interrupt(at);
    }
    const { seat } = letter;
    if (!this.#referee.hears(seat)) return [];
    if (letter.is === 'gone') {
      this.#log.note({ type: 'gone', seat, ...letter.gone }, at);
      return this.#referee.gone(seat, letter.gone, at);
    }
    if (letter.is === 'spent') return this.#spent(seat, letter.cpu, at);
    this.#log.note({ type: 'caught', seat, offence: letter.offence }, at);
    return this.#referee.caught(seat, letter.offence, at);
  }

  /** Before what a player says is heard, it is known whether it has used too much for it. */
  async #lookedFirst(seat: Seat, look: Promise<Nanos | undefined>, at: Nanos): Promise<void> {
    const cpu = await look;
    if (cpu !== undefined) await this.carryOut(this.#spent(seat, cpu, at), at);
  }

  #spent(seat: Seat, cpu: Nanos, at: Nanos): readonly Effect[] {
    if (!this.#referee.hears(seat)) return [];
    this.#log.note({ type: 'spent', seat, cpu }, at);
    return this.#referee.spent(seat, cpu);
  }

  /** There is something to wait for only where a gate opens. */
  carryOut(effects: readonly Effect[], at: Nanos, from = 0): Promise<void> | undefined {
    if (this.#referee.openedAt !== undefined) this.#log.begin(this.#referee.openedAt);
    for (let index = from; index < effects.length; index++) {
      const effect = effects[index]!;
      switch (effect.do) {
        case 'tell':
          this.#tell(effect, isToldMore(effects, index));
          break;
        case 'gate':
          return this.#passGate(effect.tells, effects, at, index + 1);
        case 'record':
          this.#log.note(effect.event, at);
          this.#turns.decided(effect.event, at);
          break;
        case 'dismiss':
          this.#seats[effect.seat - 1]!.dismiss();
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

  async #passGate(tells: Tells, effects: readonly Effect[], at: Nanos, from: number): Promise<void> {
    await this.#openGate(tells);
    this.#firstPeels.look(effects, this.#seats);
    await this.carryOut(effects, at, from);
  }

  #tell({ seat, text, clock }: Tell, more: boolean): void {
    const before = this.#clock.now();
    this.#seats[seat - 1]!.send(text, more);
    // Its time runs from when the write was tried, flushed or not.
    const at = clock ? this.#clock.now() : before;
    this.#log.noteTold(seat, text, at, clock);
    if (!clock) return;
    this.#referee.clockStarts(seat, at);
    this.#turns.begins(seat, at);
  }

  /** Everything is made beforehand, and nothing is noted before the last byte is written. */
  async #openGate(drawn: Tells): Promise<void> {
    const { shuffles, flushes, rest } = this.#habits;
    const tells = shuffles ? drawn : drawn.toSorted((one, other) => one.seat - other.seat);
    const handles = tells.map(({ seat }) => this.#seats[seat - 1]!);
    const times = new Array<Nanos>(tells.length).fill(0);
    if (rest) await rest();
    const polled = flushes && (await pollEmpty(this.#mailbox, this.#clock));
    for (let index = 0; index < tells.length; index++) {
      times[index] = this.#clock.now();
      handles[index]!.send(tells[index]!.text);
    }
    this.#looked = this.#clock.now();
    const [gate, order] = [this.#gates++, tells.map(({ seat }) => seat)];
    for (const [index, { seat, text }] of tells.entries()) {
      const event = { type: 'out', seat, text, gate, order } as const;
      this.#log.note(polled ? event : { ...event, unpolled: true }, times[index]!);
    }
  }

  #end(verdict: Verdict, at: Nanos): void {
    this.#verdict = verdict;
    this.#endedAt = at - (this.#referee.openedAt ?? at);
    this.#log.begin(at);
    for (const seat of this.#seats) seat.dismiss();
  }

  async #noteExit(seat: Seat, handle: SeatHandle): Promise<void> {
    const { processes } = await handle.ended;
    this.#log.note({ type: 'exit', seat, ...exitFacts(processes) }, this.#clock.now());
  }

  /** All that was started is gone, and noted. */
  async played(): Promise<Played> {
    await this.#exitsNoted;
    const endings = this.#seats.map(({ ended }) => ended);
    return { verdict: this.#verdict!, endedAt: this.#endedAt, endings: await Promise.all(endings) };
  }
}
