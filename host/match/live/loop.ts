import { micros, type Nanos } from '../../core/units.ts';
import type { Clock } from '../clock.ts';
import type { Referee } from '../referee/referee.ts';
import type { FlowControl } from './flow-control.ts';
import type { Input, Mailbox } from './mailbox.ts';
import type { Settler } from './settler.ts';
import type { TurnWatch } from './turn-watch.ts';

type Read = Input & { readonly is: 'read' };

/** A slice of a read on its way through the rules. */
interface Settling {
  readonly input: Read;
  /** In bytes. */
  readonly size: number;
  readonly began: Nanos;
  messages: number;
  noEffect: boolean;
}

/** Other players are read at least this often, whatever one of them has sent. */
const LONGEST_WITHOUT_LOOK = micros(250);

interface LoopTools {
  readonly clock: Clock;
  readonly mailbox: Mailbox;
  readonly flow: FlowControl;
  readonly turns: TurnWatch;
}

/** Carries a match: the input that is next in the mailbox is settled, of a long read one slice at once. */
export class Loop {
  readonly #referee: Referee;
  readonly #settler: Settler;
  readonly #flow: FlowControl;
  readonly #mailbox: Mailbox;
  readonly #clock: Clock;
  readonly #turns: TurnWatch;
  #looked: Nanos = 0;

  constructor(referee: Referee, settler: Settler, { clock, mailbox, flow, turns }: LoopTools) {
    this.#referee = referee;
    this.#settler = settler;
    this.#clock = clock;
    this.#mailbox = mailbox;
    this.#flow = flow;
    this.#turns = turns;
  }

  /**
   * From the start of the players until the rules have ended the match: the player that speaks next is heard, or silence
   * decides.
   */
  async play(started: Nanos): Promise<void> {
    await this.#settler.start(started);
    while (!this.#referee.over) {
      const { alarm } = this.#referee;
      const input = await this.#mailbox.next(alarm);
      const heard = input === undefined ? this.#settler.wake(alarm!) : this.#hear(input);
      if (heard) await heard;
    }
  }

  /** Mostly there is nothing to wait for: each function that waits all the same takes a microsecond. */
  #hear(input: Input): Promise<void> | undefined {
    if (input.is !== 'read') return this.#settler.hear(input);
    const { seat, at } = input;
    const look = this.#turns.tooMuch(seat, at);
    return look ? this.#lookFirst(input, look) : this.#read(input);
  }

  /** A slice of what was read is settled; the rest waits until the others have been heard. */
  #read(input: Read): Promise<void> | undefined {
    const { seat, bytes, at } = input;
    if (!this.#referee.hears(seat)) return this.#settled(input, bytes.length);
    const size = Math.min(this.#flow.sliceOf(seat), bytes.length);
    const slice = size === bytes.length ? bytes : bytes.subarray(0, size);
    const began = this.#clock.now();
    this.#looked = began;
    this.#settler.read(seat, slice, at);
    const settling: Settling = { input, size, began, messages: 0, noEffect: true };
    const wait = this.#settle(settling);
    return wait ? this.#settleAfter(wait, settling) : this.#tookSlice(settling);
  }

  /** As much as can be settled at once; the answer is what must be waited for before the rest. */
  #settle(settling: Settling): Promise<void> | undefined {
    const { seat, at } = settling.input;
    for (let next = this.#settler.next(seat, at); next; next = this.#settler.next(seat, at)) {
      settling.messages++;
      settling.noEffect &&= next.noEffect;
      if (next.gate) return this.#passed(next.gate);
      if (this.#clock.now() - this.#looked >= LONGEST_WITHOUT_LOOK) return this.#look();
    }
    return undefined;
  }

  async #settleAfter(first: Promise<void>, settling: Settling): Promise<void> {
    for (let wait: Promise<void> | undefined = first; wait; wait = this.#settle(settling)) await wait;
    await this.#tookSlice(settling);
  }

  #tookSlice({ input, size, began, messages, noEffect }: Settling): Promise<void> | undefined {
    this.#flow.took(input.seat, { bytes: size, messages, noEffect, began, ended: this.#clock.now() });
    return this.#settled(input, size);
  }

  /** So much of what was read; all of it, if its player is not heard any more. */
  #settled(input: Read, size: number): Promise<void> | undefined {
    const { seat, bytes } = input;
    const isSettled = size === bytes.length || !this.#referee.hears(seat);
    this.#flow.settled(seat, isSettled ? bytes.length : size);
    if (!isSettled) return this.#leave(input, size);
    if (this.#referee.openedAt !== undefined) freeLarge(bytes);
    return undefined;
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
  async #lookFirst(input: Read, look: Promise<Nanos | undefined>): Promise<void> {
    const { seat, at } = input;
    const cpu = await look;
    if (cpu !== undefined) await this.#settler.hear({ is: 'spent', seat, cpu, at });
    await this.#read(input);
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
