import { micros, type Nanos, type Seat } from '../core/units.ts';
import type { EventLog } from '../events/event-log.ts';
import type { Effect, Pace } from '../games/game.ts';
import type { Clock } from './clock.ts';
import { EffectRunner, type Played, type RunnerTools } from './effect-runner.ts';
import { FlowControl, hadNoEffect } from './flow-control.ts';
import { type Input, Mailbox } from './mailbox.ts';
import type { Referee } from './referee.ts';
import type { SeatHandle } from './seat.ts';
import type { TurnWatch } from './turn-watch.ts';

type Read = Input & { readonly is: 'read' };

/** Other players are read at least this often, whatever one of them has sent. */
const LONGEST_WITHOUT_LOOK = micros(250);

/** Carries a match: the next input is settled, and the effects of the rules are carried out. */
export class Loop implements Disposable {
  readonly #referee: Referee;
  readonly #flow: FlowControl;
  readonly #mailbox: Mailbox;
  readonly #effects: EffectRunner;
  readonly #clock: Clock;
  readonly #log: EventLog;
  readonly #turns: TurnWatch;
  #looked: Nanos = 0;

  constructor(referee: Referee, seats: readonly SeatHandle[], tools: RunnerTools & { readonly pace: Pace }) {
    this.#referee = referee;
    this.#clock = tools.clock;
    this.#log = tools.log;
    this.#turns = tools.turns;
    this.#flow = new FlowControl(seats, tools.clock, tools.pace);
    this.#mailbox = new Mailbox(tools.clock, this.#flow, tools.pace);
    this.#effects = new EffectRunner(referee, seats, this.#mailbox, tools);
  }

  /** Something has reached the host: it is heard in its turn. */
  put(input: Input): void {
    this.#mailbox.put(input);
    if (input.is === 'read') this.#flow.read(input.seat, input.bytes.length);
  }

  /** From the start of the players until the rules have ended the match. */
  async play(started: Nanos): Promise<void> {
    await this.#effects.run(this.#referee.start(started), started);
    while (!this.#referee.over) await this.#turn();
  }

  /** All that was started is gone, and noted. */
  finished(): Promise<Played> {
    return this.#effects.finished();
  }

  /** The player that speaks next is heard, or silence decides. */
  async #turn(): Promise<void> {
    const { alarm } = this.#referee;
    const input = await this.#mailbox.next(alarm);
    if (input?.is === 'read') await this.#read(input);
    else if (input) await this.#effects.run(this.#hear(input), input.at);
    else await this.#effects.run(this.#referee.wake(alarm!), alarm!);
  }

  /** A slice of what was read is settled; the rest waits until the others have been heard. */
  async #read(input: Read): Promise<void> {
    const { seat, bytes, at } = input;
    const look = this.#turns.tooMuch(seat, at);
    if (look) await this.#lookFirst(seat, look, at);
    const size = this.#flow.sliceOf(seat);
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
        const gate = this.#effects.run(effects, at);
        if (gate) await this.#passed(gate);
        if (this.#clock.now() - this.#looked >= LONGEST_WITHOUT_LOOK) await this.#look();
      }
      this.#flow.took(seat, { bytes: slice.length, messages, noEffect, began, ended: this.#clock.now() });
    }
    const isSettled = isWhole || !this.#referee.hears(seat);
    this.#flow.settled(seat, isSettled ? bytes.length : size);
    if (!isSettled) await this.#leave(input, size);
    else if (this.#referee.openedAt !== undefined) freeLarge(bytes);
  }

  async #leave(input: Read, taken: number): Promise<void> {
    await this.#look();
    this.#mailbox.putBack({ ...input, bytes: input.bytes.subarray(taken) });
  }

  async #passed(gate: Promise<void>): Promise<void> {
    await gate;
    this.#looked = this.#clock.now();
  }

  async #look(): Promise<void> {
    await this.#mailbox.look();
    this.#looked = this.#clock.now();
  }

  /** Before what a player says is heard, it is known whether it has used too much processor time for it. */
  async #lookFirst(seat: Seat, look: Promise<Nanos | undefined>, at: Nanos): Promise<void> {
    const cpu = await look;
    if (cpu !== undefined) await this.#effects.run(this.#spent(seat, cpu, at), at);
  }

  #hear(input: Exclude<Input, Read>): readonly Effect[] {
    const { at } = input;
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
        return this.#spent(seat, input.cpu, at);
      default:
        return input satisfies never;
    }
  }

  #spent(seat: Seat, cpu: Nanos, at: Nanos): readonly Effect[] {
    if (!this.#referee.hears(seat)) return [];
    this.#log.note({ type: 'spent', seat, cpu }, at);
    return this.#referee.spent(seat, cpu);
  }

  [Symbol.dispose](): void {
    this.#mailbox[Symbol.dispose]();
  }
}

const LARGE = 32 * 1024;

/**
 * Only a flood has reads as large as this. They are noted and settled; left to the garbage collector, they would
 * first fill 64 MiB.
 */
function freeLarge(bytes: Uint8Array): void {
  // A small read has no buffer before somebody asks for it. What is a part of another has one.
  if (bytes.length < LARGE && bytes.byteOffset === 0) return;
  const { buffer } = bytes;
  if (buffer.byteLength >= LARGE) (buffer as ArrayBuffer).transfer(0);
}
