import { micros, type Nanos, type Seat } from '../../core/units.ts';
import type { Clock } from '../clock.ts';
import type { Referee } from '../referee/referee.ts';
import type { FlowControl } from './flow-control.ts';
import type { Input, Mailbox } from './mailbox.ts';
import type { Settler } from './settler.ts';
import type { TurnWatch } from './turn-watch.ts';

type Read = Input & { readonly is: 'read' };

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
      if (input?.is === 'read') await this.#read(input);
      else if (input) await this.#settler.hear(input);
      else await this.#settler.wake(alarm!);
    }
  }

  /** A slice of what was read is settled; the rest waits until the others have been heard. */
  async #read(input: Read): Promise<void> {
    const { seat, bytes, at } = input;
    const look = this.#turns.tooMuch(seat, at);
    if (look) await this.#lookFirst(seat, look, at);
    const size = this.#flow.sliceOf(seat);
    const isWhole = bytes.length <= size;
    if (this.#referee.hears(seat)) await this.#settle(seat, isWhole ? bytes : bytes.subarray(0, size), at);
    const isSettled = isWhole || !this.#referee.hears(seat);
    this.#flow.settled(seat, isSettled ? bytes.length : size);
    if (!isSettled) await this.#leave(input, size);
    else if (this.#referee.openedAt !== undefined) freeLarge(bytes);
  }

  async #settle(seat: Seat, slice: Uint8Array, at: Nanos): Promise<void> {
    const began = this.#clock.now();
    this.#looked = began;
    this.#settler.read(seat, slice, at);
    let messages = 0;
    let noEffect = true;
    for (let next = this.#settler.next(seat, at); next; next = this.#settler.next(seat, at)) {
      messages++;
      noEffect &&= next.noEffect;
      if (next.gate) await this.#passed(next.gate);
      if (this.#clock.now() - this.#looked >= LONGEST_WITHOUT_LOOK) await this.#look();
    }
    this.#flow.took(seat, { bytes: slice.length, messages, noEffect, began, ended: this.#clock.now() });
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
    if (cpu !== undefined) await this.#settler.hear({ is: 'spent', seat, cpu, at });
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
