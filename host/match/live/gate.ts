import { setTimeout } from 'node:timers/promises';
import { millis, type Nanos, type Seat } from '../../core/units.ts';
import type { EventLog } from '../../events/event-log.ts';
import type { Effect } from '../../games/game.ts';
import type { Clock } from '../clock.ts';
import type { SeatHandle } from '../seat.ts';
import type { Mailbox } from './mailbox.ts';

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
