import { setTimeout } from 'node:timers/promises';
import { earlier, millis, type Nanos, type Seat } from '../core/units.ts';
import type { EventLog } from '../events/event-log.ts';
import type { Effect, Pace } from '../games/game.ts';
import type { Offence } from '../games/kit/verdict.ts';
import type { Clock } from './clock.ts';
import type { FlowControl } from './flow-control.ts';
import type { SeatDeparture, SeatHandle, SeatListener } from './seat.ts';

/** The inputs of the referee, in the order of arrival. */
export type Input =
  | { readonly is: 'read'; readonly seat: Seat; readonly bytes: Uint8Array; readonly at: Nanos }
  | { readonly is: 'gone'; readonly seat: Seat; readonly gone: SeatDeparture; readonly at: Nanos }
  | { readonly is: 'caught'; readonly seat: Seat; readonly offence: Offence; readonly at: Nanos }
  | { readonly is: 'spent'; readonly seat: Seat; readonly cpu: Nanos; readonly at: Nanos }
  | { readonly is: 'interrupt'; readonly at: Nanos; readonly why?: string };

interface Posted {
  readonly input: Input;
  /** The input may have been in its pipe since then, because the host had not looked. */
  readonly since: Nanos;
}

/** The one place that decides the order of inputs. */
export class Mailbox {
  readonly #clock: Clock;
  readonly #flow: FlowControl;
  readonly #gathers: boolean;
  #posted: Posted[] = [];
  #next = 0;
  #arrived = 0;
  #wakeUp: (() => void) | undefined;
  #bell: { readonly at: Nanos; readonly takeBack: () => void } | undefined;
  #looked: Nanos;
  #lookedBefore: Nanos;

  /** In a race, everything from one turn of the loop is stamped before the first of it is settled. */
  constructor(clock: Clock, flow: FlowControl, pace: Pace = 'race') {
    this.#clock = clock;
    this.#flow = flow;
    this.#gathers = pace !== 'turns';
    this.#looked = this.#lookedBefore = clock.now();
  }

  /** Equal numbers mean that no input came in between. */
  get arrived(): number {
    return this.#arrived;
  }

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

  /**
   * Puts the rest of an input back. The others have their turn, and nothing of the same seat overtakes it.
   */
  putBack(input: Input & { readonly is: 'read' }): void {
    const isOfSeat = ({ input: other }: Posted) => other.is !== 'interrupt' && other.seat === input.seat;
    const later = this.#posted.findIndex((posted, index) => index >= this.#next && isOfSeat(posted));
    const place = later === -1 ? this.#posted.length : later;
    this.#posted.splice(place, 0, { input, since: input.at });
  }

  /** Runs the event loop once, so that pending input arrives. */
  async look(): Promise<void> {
    const began = this.#clock.now();
    await this.#clock.poll();
    this.#lookedBefore = this.#looked;
    this.#looked = began;
  }

  /** Returns the next input before the alarm, or nothing once the alarm is due. */
  async next(alarm: Nanos | undefined): Promise<Input | undefined> {
    for (;;) {
      const input = this.#takeBefore(alarm);
      if (input) return input;
      if (alarm === undefined || this.#clock.now() < alarm) {
        await this.#somethingOr(earlier(alarm, this.#endOfWaiting()));
        this.#wakeUp = undefined;
        if (this.#gathers || this.#next === this.#posted.length) await this.look();
      }
      // Output that is already in a pipe came in time. Two looks without input prove silence.
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
      // The host was busy when the input came. The answer of an awaited player counts as in time.
      return alarm === undefined || input.at < alarm ? input : { ...input, at: alarm - 1 };
    }
    return undefined;
  }

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

  /**
   * An early alarm has no effect. Setting it again for each input would cost more than reading that input.
   */
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

/** How gates are opened. Only a measurement changes it, to show the effect of each part. */
export interface GateHabits {
  /** Draws the order of writing. Otherwise it is that of the seats. */
  readonly shuffles: boolean;
  /** Polls the loop empty first. */
  readonly flushes: boolean;
  /** A pause before each gate, so that it does not depend on the last. */
  readonly rest?: Nanos;
}

export const fairGates: GateHabits = { shuffles: true, flushes: true };

export type Gate = Effect & { readonly do: 'gate' };

/**
 * Polls the loop empty twice before a gate opens: otherwise its list of ready pipes would carry the order of
 * the last round into the next. A bound keeps a player that writes little by little from delaying the gate.
 * Returns false at the bound.
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

/** Writes to several seats at once. Gates are numbered from 0. */
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

  /** Prepares everything first, and notes nothing before the last byte is written. */
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

/** A host that does not poll before a gate does not turn its loop in the pause, either. */
async function waitFor(time: Nanos, turns: boolean): Promise<void> {
  const milliseconds = time / 1e6;
  if (turns) await setTimeout(milliseconds);
  else Atomics.wait(cell, 0, 0, milliseconds);
}

/** Checks a player's scheduling class after the gate, because a look before it would delay everybody. */
export class FirstGates {
  readonly #seen = new Set<Seat>();

  opened(by: Seat | undefined, seats: readonly SeatHandle[]): void {
    if (by === undefined || this.#seen.has(by)) return;
    this.#seen.add(by);
    seats[by - 1]!.processes?.lookAtScheduling?.();
  }
}
