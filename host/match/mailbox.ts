import { setTimeout } from 'node:timers/promises';
import { earlier, millis, type Nanos, type Seat } from '../core/units.ts';
import type { EventLog } from '../events/event-log.ts';
import type { Effect, Pace } from '../games/game.ts';
import type { Offence } from '../games/kit/verdict.ts';
import type { Clock } from './clock.ts';
import type { FlowControl } from './flow-control.ts';
import type { SeatDeparture, SeatHandle, SeatListener } from './seat.ts';

/** What reaches the referee, in the order in which it arrived. */
export type Input =
  | { readonly is: 'read'; readonly seat: Seat; readonly bytes: Uint8Array; readonly at: Nanos }
  | { readonly is: 'gone'; readonly seat: Seat; readonly gone: SeatDeparture; readonly at: Nanos }
  | { readonly is: 'caught'; readonly seat: Seat; readonly offence: Offence; readonly at: Nanos }
  | { readonly is: 'spent'; readonly seat: Seat; readonly cpu: Nanos; readonly at: Nanos }
  | { readonly is: 'interrupt'; readonly at: Nanos };

interface Posted {
  readonly input: Input;
  /** It may have been in its pipe since then: the host had not looked. */
  readonly since: Nanos;
}

/** The one place that decides what came when. */
export class Mailbox {
  readonly #clock: Clock;
  readonly #flow: FlowControl;
  readonly #gathers: boolean;
  #posted: Posted[] = [];
  #next = 0;
  #arrived = 0;
  #wakeUp: (() => void) | undefined;
  #bell: { readonly at: Nanos; readonly takeBack: () => void } | undefined;
  /** When the last look began, and the one before it. */
  #looked: Nanos;
  #lookedBefore: Nanos;

  /**
   * Where players race, all that came in one turn of the loop is stamped before the first of it is settled; where one
   * is waited for, there is nothing to gather.
   */
  constructor(clock: Clock, flow: FlowControl, pace: Pace = 'race') {
    this.#clock = clock;
    this.#flow = flow;
    this.#gathers = pace !== 'turns';
    this.#looked = this.#lookedBefore = clock.now();
  }

  /** How many inputs ever came: two equal answers mean that nothing came between them. */
  get arrived(): number {
    return this.#arrived;
  }

  /** What a seat says is put in here, with its time. */
  listener(seat: Seat): Pick<SeatListener, 'read' | 'gone' | 'caught'> {
    return {
      read: (bytes, at) => this.put({ is: 'read', seat, bytes, at }),
      gone: (gone, at) => this.put({ is: 'gone', seat, gone, at }),
      caught: (offence, at) => this.put({ is: 'caught', seat, offence, at }),
    };
  }

  put(input: Input): void {
    if (input.is === 'read') this.#flow.read(input.seat, input.bytes.length);
    this.#posted.push({ input, since: this.#lookedBefore });
    this.#arrived++;
    this.#wakeUp?.();
  }

  /** What is left of an input: the others have their turn, but nothing of the same seat overtakes it. */
  putBack(input: Input & { readonly is: 'read' }): void {
    const isOfSeat = ({ input: other }: Posted) => other.is !== 'interrupt' && other.seat === input.seat;
    const later = this.#posted.findIndex((posted, index) => index >= this.#next && isOfSeat(posted));
    const place = later === -1 ? this.#posted.length : later;
    this.#posted.splice(place, 0, { input, since: input.at });
  }

  /** One turn of the event loop: what has arrived by now is put in. */
  async look(): Promise<void> {
    const began = this.#clock.now();
    await this.#clock.poll();
    this.#lookedBefore = this.#looked;
    this.#looked = began;
  }

  /** The next input that came before the alarm, or nothing once the alarm is due. */
  async next(alarm: Nanos | undefined): Promise<Input | undefined> {
    for (;;) {
      const input = this.#takeBefore(alarm);
      if (input) return input;
      if (alarm === undefined || this.#clock.now() < alarm) {
        await this.#somethingOr(earlier(alarm, this.#endOfWaiting()));
        this.#wakeUp = undefined;
        if (this.#gathers || this.#next === this.#posted.length) await this.look();
      }
      // What already lies in a pipe came in time: silence is only believed after two looks.
      else if (this.#lookedBefore < alarm) await this.look();
      else return undefined;
    }
  }

  #takeBefore(alarm: Nanos | undefined): Input | undefined {
    let passedOver: Seat[] | undefined;
    for (let index = this.#next; index < this.#posted.length; index++) {
      const { input, since } = this.#posted[index]!;
      const seat = input.is === 'interrupt' ? undefined : input.seat;
      if (seat !== undefined && passedOver?.includes(seat)) continue;
      const isLate = alarm !== undefined && input.at >= alarm && since >= alarm;
      if (isLate || (seat !== undefined && this.#flow.isHeldBack(seat, alarm))) {
        if (seat !== undefined) (passedOver ??= []).push(seat);
        continue;
      }
      this.#remove(index);
      // The host was busy elsewhere when it came. The answer of a player that was waited for counts as in time.
      return alarm === undefined || input.at < alarm ? input : { ...input, at: alarm - 1 };
    }
    return undefined;
  }

  /** When a seat that has written something may be heard again. */
  #endOfWaiting(): Nanos | undefined {
    let end: Nanos | undefined;
    if (!this.#flow.holdsAny) return end;
    for (let index = this.#next; index < this.#posted.length; index++) {
      const { input } = this.#posted[index]!;
      if (input.is !== 'interrupt') end = earlier(end, this.#flow.heldUntil(input.seat));
    }
    return end;
  }

  #remove(index: number): void {
    if (index === this.#posted.length - 1) this.#posted.pop();
    else if (index === this.#next) this.#next++;
    else this.#posted.splice(index, 1);
    if (this.#next === 0 || this.#next < this.#posted.length) return;
    this.#posted = [];
    this.#next = 0;
  }

  #somethingOr(alarm: Nanos | undefined): Promise<void> {
    if (alarm !== undefined) this.#setBell(alarm);
    return new Promise((resolve) => {
      this.#wakeUp = resolve;
    });
  }

  /** An early alarm has no effect; setting it again for each input would cost more than reading that input. */
  #setBell(at: Nanos): void {
    if (this.#bell && this.#bell.at <= at) return;
    this.#bell?.takeBack();
    const ring = () => {
      this.#bell = undefined;
      this.#wakeUp?.();
    };
    this.#bell = { at, takeBack: this.#clock.alarm(at, ring) };
  }

  [Symbol.dispose](): void {
    this.#bell?.takeBack();
  }
}

const LONGEST = millis(1);

/** How gates are opened. Only a measurement changes it, to show what each part is there for. */
export interface GateHabits {
  /** In the order that was drawn; else in that of the seats. */
  readonly shuffles: boolean;
  /** The loop is polled empty first. */
  readonly flushes: boolean;
  /** So long the host waits before each gate, so that it does not depend on the last. */
  readonly rest?: Nanos;
}

export const fairGates: GateHabits = { shuffles: true, flushes: true };

export type Gate = Effect & { readonly do: 'gate' };

/**
 * Before a gate opens, the loop is polled empty twice: otherwise its list of ready pipes still has the order of
 * the last round, and would hand it on to the next. Bounded, so that a player that writes little by little
 * does not delay the gate for long; false if the bound was reached.
 */
export async function pollEmpty(mailbox: Mailbox, clock: Clock): Promise<boolean> {
  const start = clock.now();
  let arrived = mailbox.arrived;
  for (let empty = 0; empty < 2; empty++) {
    if (clock.now() - start > LONGEST) return false;
    await mailbox.look();
    if (mailbox.arrived === arrived) continue;
    arrived = mailbox.arrived;
    empty = -1;
  }
  return true;
}

interface GateTools {
  readonly clock: Clock;
  readonly log: EventLog;
  readonly gates: GateHabits;
}

/** Several seats are told at once: one gate after another, numbered from 0. */
export class Gates {
  readonly #seats: readonly SeatHandle[];
  readonly #mailbox: Mailbox;
  readonly #tools: GateTools;
  #count = 0;

  constructor(seats: readonly SeatHandle[], mailbox: Mailbox, tools: GateTools) {
    this.#seats = seats;
    this.#mailbox = mailbox;
    this.#tools = tools;
  }

  /** Everything is made beforehand, and nothing is noted before the last byte is written. */
  async open(drawn: Gate['tells']): Promise<void> {
    const { clock, log } = this.#tools;
    const { shuffles, flushes, rest } = this.#tools.gates;
    const tells = shuffles ? drawn : drawn.toSorted((one, other) => one.seat - other.seat);
    const handles = tells.map(({ seat }) => this.#seats[seat - 1]!);
    const times = new Array<Nanos>(tells.length).fill(0);
    if (rest) await waitFor(rest, flushes);
    const polled = flushes && (await pollEmpty(this.#mailbox, clock));
    for (let index = 0; index < tells.length; index++) {
      times[index] = clock.now();
      handles[index]!.send(tells[index]!.text);
    }
    const [gate, order] = [this.#count++, tells.map(({ seat }) => seat)];
    for (const [index, { seat, text }] of tells.entries()) {
      const event = { type: 'out', seat, text, gate, order } as const;
      log.note(polled ? event : { ...event, unpolled: true }, times[index]!);
    }
  }
}

const cell = new Int32Array(new SharedArrayBuffer(4));

/** Where the loop is not polled before a gate, it does not turn in the pause, either. */
async function waitFor(time: Nanos, turns: boolean): Promise<void> {
  const milliseconds = time / 1e6;
  if (turns) await setTimeout(milliseconds);
  else Atomics.wait(cell, 0, 0, milliseconds);
}

/**
 * At the first gate that a player's message leads to, its scheduling class is checked: once the gate is open, because
 * between the arrival of the message and its gate a look would be in the way of all.
 */
export class FirstGates {
  readonly #seen = new Set<Seat>();

  opened(by: Seat | undefined, seats: readonly SeatHandle[]): void {
    if (by === undefined || this.#seen.has(by)) return;
    this.#seen.add(by);
    seats[by - 1]!.processes?.lookAtScheduling?.();
  }
}
