import { micros, millis, type Nanos, type Seat } from '../core/units.ts';
import type { Effect, Pace } from '../games/game.ts';
import type { Clock } from './clock.ts';
import type { SeatHandle } from './seat.ts';

// Slices: how much of one player's output is settled before the others have their turn.

const FIRST_SLICE = 1024;
const SMALLEST_SLICE = 256;
const LARGEST_SLICE = 64 * 1024;
/** A slice that takes longer is halved. */
const LONGEST_SLICE: Nanos = micros(200);

// Backoff: how long a player that floods is not heard at all.

/** A player that has taken so much of the host's time, and left nothing of it to others, is held back. */
const TOLERATED: Nanos = millis(2);
/** The same for one that was held back shortly before, or that writes in fragments. */
const TOLERATED_AGAIN: Nanos = micros(500);
const SHORTEST_BACKOFF: Nanos = millis(2);
/** Each backoff is twice as long as the one before it, up to so many times. */
const MOST_DOUBLED = 4;
/** A player that has been silent for so long does not flood any more. */
const FORGOTTEN: Nanos = millis(10);
/** What it takes to read anything at all. */
const A_READ: Nanos = micros(10);

// Read-ahead: how much of one player is read before it is settled; the rest waits in its own pipe.

const READ_AHEAD = 16 * 1024;
/** In a game of rounds what was written in time is read in time, even if the judging lags behind. */
const READ_AHEAD_IN_ROUNDS = 2 ** 20;

/** What a seat is held back with. */
export type Throttled = Pick<SeatHandle, 'pause' | 'resume' | 'readInSmallPieces'>;

/** What was settled of one player at once. */
export interface Slice {
  readonly bytes: number;
  readonly messages: number;
  /** None of the messages had an effect. */
  readonly noEffect: boolean;
  readonly began: Nanos;
  readonly ended: Nanos;
}

interface Flow {
  slice: number;
  /** Of the host's time, on what looks like a flood, less what it left to the others. */
  spent: Nanos;
  /** Until when that was reckoned. */
  reckoned: Nanos;
  /** In a row. */
  backoffs: number;
  /** Not heard before then, if nobody waits for it; 0 where it is heard. */
  heldUntil: Nanos;
  /** Read and not yet settled. */
  unsettled: number;
  isFull: boolean;
  isHeld: boolean;
}

/**
 * How players that flood are held back, so that those that play are heard in time.
 *
 * - A read is settled in slices of about a fifth of a millisecond; after each the others have their turn. Refused dumps
 *   cost a thousand times as much for each byte as a large grid does, so the size is learnt from the slice before.
 * - A player that takes more of the host's time than it leaves is held back: what it wrote waits in the mailbox, its
 *   pipe is not read, fills, and its writes block. Otherwise the host and the flood would take the processors from those
 *   that play. A player that waits for each answer is never held back; nor is anybody in a game of rounds, where nobody
 *   is in a hurry and all that is written before the end has to be read by then.
 * - A player is not read on while much of what it wrote is still to be settled, so that a flood cannot fill the mailbox.
 *   Those that are not that far ahead are left alone: to stop and start reading disturbs the order of arrival.
 */
export class FlowControl {
  readonly #clock: Clock;
  readonly #backsOff: boolean;
  readonly #readAhead: number;
  #seats: readonly Throttled[] = [];
  #flows: readonly Flow[] = [];
  #held = 0;

  constructor(clock: Clock, pace: Pace = 'race') {
    this.#clock = clock;
    this.#backsOff = pace !== 'round';
    this.#readAhead = pace === 'round' ? READ_AHEAD_IN_ROUNDS : READ_AHEAD;
  }

  /** From here on these are paused and resumed. They are open, and nothing was read of them. */
  control(seats: readonly Throttled[]): void {
    this.#seats = seats;
    this.#flows = seats.map(newFlow);
  }

  /** So many bytes have been read of this seat. */
  read(seat: Seat, bytes: number): void {
    const flow = this.#flows[seat - 1]!;
    flow.unsettled += bytes;
    if (flow.unsettled <= this.#readAhead || flow.isFull) return;
    flow.isFull = true;
    if (!flow.isHeld) this.#seats[seat - 1]!.pause();
  }

  /** So many bytes of it may be settled at once. */
  sliceOf(seat: Seat): number {
    return this.#flows[seat - 1]!.slice;
  }

  /** A slice has been settled: what it took decides about the next, and whether the player is held back. */
  took(seat: Seat, slice: Slice): void {
    const flow = this.#flows[seat - 1]!;
    resize(flow, slice);
    const length = this.#backsOff ? backoff(flow, slice) : 0;
    if (length === 0) return;
    // From now on it waits for its own pipe after each small piece that is read.
    this.#seats[seat - 1]!.readInSmallPieces();
    this.holdBack(seat, slice.ended + length);
  }

  /** So many bytes of it are settled, or will never be. */
  settled(seat: Seat, bytes: number): void {
    const flow = this.#flows[seat - 1]!;
    flow.unsettled -= bytes;
    if (flow.unsettled > 0 || !flow.isFull) return;
    flow.isFull = false;
    if (!flow.isHeld) this.#seats[seat - 1]!.resume();
  }

  /** Neither read nor heard until then. */
  holdBack(seat: Seat, until: Nanos): void {
    const flow = this.#flows[seat - 1]!;
    if (flow.heldUntil === 0) this.#held++;
    flow.heldUntil = until;
    if (!flow.isHeld && !flow.isFull) this.#seats[seat - 1]!.pause();
    flow.isHeld = true;
    this.#clock.alarm(until, () => {
      // It may have been held back again meanwhile.
      if (flow.heldUntil > until || !flow.isHeld) return;
      flow.isHeld = false;
      if (!flow.isFull) this.#seats[seat - 1]!.resume();
    });
  }

  /** Whether what this seat wrote has to wait. At the alarm of the rules the game waits for it, and it is heard. */
  isHeldBack(seat: Seat, alarm: Nanos | undefined): boolean {
    if (this.#held === 0) return false;
    const flow = this.#flows[seat - 1]!;
    if (flow.heldUntil === 0) return false;
    const now = this.#clock.now();
    if (now < flow.heldUntil) return alarm === undefined || now < alarm;
    flow.heldUntil = 0;
    this.#held--;
    return false;
  }

  /** When a seat that is held back may be heard again. */
  heldUntil(seat: Seat): Nanos | undefined {
    return this.#flows[seat - 1]!.heldUntil || undefined;
  }

  /** Whether any seat is held back. */
  get holdsAny(): boolean {
    return this.#held > 0;
  }
}

const newFlow = (): Flow => ({
  slice: FIRST_SLICE,
  spent: 0,
  reckoned: 0,
  backoffs: 0,
  heldUntil: 0,
  unsettled: 0,
  isFull: false,
  isHeld: false,
});

function resize(flow: Flow, { bytes, messages, began, ended }: Slice): void {
  const time = ended - began;
  // One message cannot be settled in parts.
  if (time > LONGEST_SLICE && messages > 1)
    flow.slice = Math.max(SMALLEST_SLICE, Math.floor(Math.min(flow.slice, bytes) / 2));
  else if (bytes === flow.slice && time < LONGEST_SLICE / 2)
    flow.slice = Math.min(LARGEST_SLICE, 2 * flow.slice);
}

/** How long the player is to be held back after this slice; 0: not at all. */
function backoff(flow: Flow, slice: Slice): Nanos {
  const { bytes, messages, began, ended } = slice;
  const idle = began - flow.reckoned - A_READ;
  const isFragment = messages === 0 && bytes < FIRST_SLICE;
  if (idle > FORGOTTEN || isUseful(slice)) flow.backoffs = 0;
  flow.spent = Math.max(0, flow.spent - Math.max(0, idle));
  flow.reckoned = ended;
  if (isFragment || isWasteful(slice)) flow.spent += ended - began + A_READ;
  if (flow.spent < (isFragment || flow.backoffs > 0 ? TOLERATED_AGAIN : TOLERATED)) return 0;
  const length = SHORTEST_BACKOFF * 2 ** Math.min(flow.backoffs++, MOST_DOUBLED);
  flow.spent = 0;
  flow.reckoned = ended + length;
  return length;
}

const isUseful = ({ messages, noEffect }: Slice) => messages === 1 && !noEffect;

/** Several messages at once, or one that had no effect. */
const isWasteful = ({ messages, noEffect }: Slice) => messages > 1 || (messages === 1 && noEffect);

/** Nothing came of a message: one of its effects says so. */
export function hadNoEffect(effects: readonly Effect[]): boolean {
  for (const effect of effects) if (effect.do === 'record' && effect.noEffect === true) return true;
  return false;
}
