import { micros, millis, type Nanos, type Seat } from '../core/units.ts';
import type { Effect, Pace } from '../games/game.ts';
import type { Clock } from './clock.ts';
import type { SeatHandle } from './seat.ts';

// Slices: how much of one player's output is settled before the others have their turn.

const FIRST_SLICE = 1024;
const SMALLEST_SLICE = 256;
const LARGEST_SLICE = 64 * 1024;
const LONGEST_SLICE: Nanos = micros(200);

// Backoff: how long the host ignores a player that floods.

/** A player that takes this much of the host's time, and leaves none to others, is held back. */
const TOLERATED: Nanos = millis(2);
/** The limit for a player that was held back shortly before, or that writes in fragments. */
const TOLERATED_AGAIN: Nanos = micros(500);
const SHORTEST_BACKOFF: Nanos = millis(2);
/** Each backoff doubles the one before, this many times at most. */
const MOST_DOUBLED = 4;
/** A player that is silent for this long no longer floods. */
const FORGOTTEN: Nanos = millis(10);
/** The cost of any read. */
const A_READ: Nanos = micros(10);

// Read-ahead: how much of a player is read before it is settled. The rest waits in its pipe.

const READ_AHEAD = 16 * 1024;
/** In a game of rounds, output in time is read in time, even if the judging lags behind. */
const READ_AHEAD_IN_ROUNDS = 2 ** 20;

export type Throttled = Pick<SeatHandle, 'pause' | 'resume' | 'readInSmallPieces'>;

export interface Slice {
  readonly bytes: number;
  readonly messages: number;
  readonly noEffect: boolean;
  readonly began: Nanos;
  readonly ended: Nanos;
}

interface Flow {
  slice: number;
  /** The host's time spent on a flood, less the time left to the others. */
  spent: Nanos;
  reckoned: Nanos;
  backoffs: number;
  /** The host ignores the player until then, unless the game waits for it. */
  heldUntil: Nanos;
  unsettled: number;
  isFull: boolean;
  isHeld: boolean;
}

/**
 * Holds back players that flood, so that the others are heard in time.
 * - A read is settled in slices of about a fifth of a millisecond, and after each the others have their turn.
 *   A refused dump costs a thousand times as much per byte as a large grid, so the size follows from the
 *   slice before.
 * - A player that takes more of the host's time than it leaves is held back: its messages wait in the
 *   mailbox, its pipe fills, and its writes block. Otherwise the host and the flood would use all processors.
 *   A player that waits for each answer is never held back, nor is anybody in a game of rounds, which must
 *   read everything before its end.
 * - A player far ahead of the settled messages is not read, so that a flood cannot fill the mailbox. Others
 *   are read on, because to stop and start reading changes the order of arrival.
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

  /** Takes open seats before their first read. */
  control(seats: readonly Throttled[]): void {
    this.#seats = seats;
    this.#flows = seats.map(newFlow);
  }

  read(seat: Seat, bytes: number): void {
    const flow = this.#flows[seat - 1]!;
    flow.unsettled += bytes;
    if (flow.unsettled <= this.#readAhead || flow.isFull) return;
    flow.isFull = true;
    if (!flow.isHeld) this.#seats[seat - 1]!.pause();
  }

  sliceOf(seat: Seat): number {
    return this.#flows[seat - 1]!.slice;
  }

  /** Learns from a slice: its cost decides the size of the next one and whether the player is held back. */
  took(seat: Seat, slice: Slice): void {
    const flow = this.#flows[seat - 1]!;
    resize(flow, slice);
    const length = this.#backsOff ? backoff(flow, slice) : 0;
    if (length === 0) return;
    // From now on the reader waits for the pipe after each small piece.
    this.#seats[seat - 1]!.readInSmallPieces();
    this.holdBack(seat, slice.ended + length);
  }

  settled(seat: Seat, bytes: number): void {
    const flow = this.#flows[seat - 1]!;
    flow.unsettled -= bytes;
    if (flow.unsettled > 0 || !flow.isFull) return;
    flow.isFull = false;
    if (!flow.isHeld) this.#seats[seat - 1]!.resume();
  }

  holdBack(seat: Seat, until: Nanos): void {
    const flow = this.#flows[seat - 1]!;
    if (flow.heldUntil === 0) this.#held++;
    flow.heldUntil = until;
    if (!flow.isHeld && !flow.isFull) this.#seats[seat - 1]!.pause();
    flow.isHeld = true;
    this.#clock.alarm(until, () => {
      // The seat may be held back again meanwhile.
      if (flow.heldUntil > until || !flow.isHeld) return;
      flow.isHeld = false;
      if (!flow.isFull) this.#seats[seat - 1]!.resume();
    });
  }

  /** At the alarm of the rules the game waits for the seat, so it is heard. */
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

  heldUntil(seat: Seat): Nanos | undefined {
    return this.#flows[seat - 1]!.heldUntil || undefined;
  }

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

/** Returns 0 for a player that is not held back. */
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

const isWasteful = ({ messages, noEffect }: Slice) => messages > 1 || (messages === 1 && noEffect);

export function hadNoEffect(effects: readonly Effect[]): boolean {
  for (const effect of effects) if (effect.do === 'record' && effect.noEffect === true) return true;
  return false;
}
