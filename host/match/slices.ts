import type { Nanos, Seat } from '../core/units.ts';
import { micros, millis } from '../core/units.ts';
import type { Effect, Pace } from '../games/game.ts';

const FIRST = 1024;
const SMALLEST = 256;
const LARGEST = 64 * 1024;
const LONGEST: Nanos = micros(200);
/** After so much of it a player that floods has a rest. */
const REST_AFTER: Nanos = millis(2);
/** Who comes back from a rest, or writes in crumbs, has less. */
const REST_SOON_AFTER: Nanos = micros(500);
const SHORTEST_REST: Nanos = millis(2);
/** A rest is twice as long as the one before it, up to so many times. */
const MOST_DOUBLED = 4;
/** Who has said nothing for so long does not flood any more. */
const FORGOTTEN: Nanos = millis(10);

/** What it takes to read anything at all. */
const A_READ: Nanos = micros(10);

interface Appetite {
  size: number;
  /** Of the host's time, on what looks like a flood, less what it left to the others. */
  spent: Nanos;
  /** Until when that was reckoned. */
  last: Nanos;
  /** In a row, after crumbs. */
  rests: number;
}

/** What was settled of one player at once. */
export interface Slice {
  readonly bytes: number;
  readonly messages: number;
  /** Nothing came of any of them. */
  readonly noEffect: boolean;
  readonly began: Nanos;
  readonly ended: Nanos;
}

/**
 * How much of one player's output is settled before the others have their turn. A flood of dumps costs a thousand
 * times as much for each byte as a large grid does: so it is learnt from what the last slice took.
 *
 * Who takes more of the host's time than it leaves floods, and has a rest in which nobody reads it: its pipe is full,
 * so that it waits too. Otherwise the host and the flood would take the processors from those who play. Who says
 * something and waits for the answer never has one. Nor has anybody in a game of rounds, where nobody is in a hurry
 * and all that is written before the end has to be read by then.
 */
export class Slices {
  readonly #appetites: readonly Appetite[];
  readonly #givesRests: boolean;

  constructor(seats: number, pace: Pace = 'race') {
    this.#givesRests = pace !== 'round';
    this.#appetites = Array.from({ length: seats }, () => ({ size: FIRST, spent: 0, last: 0, rests: 0 }));
  }

  of(seat: Seat): number {
    return this.#appetites[seat - 1]!.size;
  }

  /** Answers how long it is to rest. */
  took(seat: Seat, slice: Slice): Nanos {
    const appetite = this.#appetites[seat - 1]!;
    resize(appetite, slice);
    return this.#givesRests ? rest(appetite, slice) : 0;
  }
}

function resize(appetite: Appetite, { bytes, messages, began, ended }: Slice): void {
  const time = ended - began;
  // One message cannot be settled in parts.
  if (time > LONGEST && messages > 1)
    appetite.size = Math.max(SMALLEST, Math.floor(Math.min(appetite.size, bytes) / 2));
  else if (bytes === appetite.size && time < LONGEST / 2)
    appetite.size = Math.min(LARGEST, 2 * appetite.size);
}

function rest(appetite: Appetite, slice: Slice): Nanos {
  const { bytes, messages, began, ended } = slice;
  const idle = began - appetite.last - A_READ;
  const isCrumb = messages === 0 && bytes < FIRST;
  if (idle > FORGOTTEN || isUseful(slice)) appetite.rests = 0;
  appetite.spent = Math.max(0, appetite.spent - Math.max(0, idle));
  appetite.last = ended;
  if (isCrumb || isWasteful(slice)) appetite.spent += ended - began + A_READ;
  if (appetite.spent < (isCrumb || appetite.rests > 0 ? REST_SOON_AFTER : REST_AFTER)) return 0;
  const length = SHORTEST_REST * 2 ** Math.min(appetite.rests++, MOST_DOUBLED);
  Object.assign(appetite, { spent: 0, last: ended + length });
  return length;
}

const isUseful = ({ messages, noEffect }: Slice) => messages === 1 && !noEffect;

/** Several messages at once, or one of which nothing came. */
const isWasteful = ({ messages, noEffect }: Slice) => messages > 1 || (messages === 1 && noEffect);

/** Nothing came of what was said. */
export const hadNoEffect = (effect: Effect) => effect.do === 'record' && effect.noEffect === true;
