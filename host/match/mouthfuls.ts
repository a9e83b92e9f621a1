import type { Nanos, Seat } from '../tabletop/units.ts';
import { micros, millis } from '../tabletop/units.ts';

const FIRST = 1024;
const SMALLEST = 256;
const LARGEST = 64 * 1024;
const LONGEST: Nanos = micros(200);
/** After so much of it a player that floods has a rest, as long as what it had. */
const REST_AFTER: Nanos = millis(2);
/** Who has said nothing more for so long does not flood. */
const FORGOTTEN: Nanos = millis(10);

/** What it takes to read anything at all. */
const A_READ: Nanos = micros(10);

interface Appetite {
  size: number;
  /** Spent on mouthfuls of several messages, or on crumbs of one, one soon after the other. */
  spent: Nanos;
  last: Nanos;
}

/**
 * How much of one player's output is settled before the others have their turn. A flood of dumps costs a thousand
 * times as much for each byte as a large grid does: so it is learnt from what the last mouthful took.
 *
 * Who floods has at most half of the host's time, and waits for the rest of it with a full pipe: otherwise the host
 * and the flood would take the processors from those who play.
 */
export class Mouthfuls {
  readonly #appetites: readonly Appetite[];

  constructor(seats: number) {
    this.#appetites = Array.from({ length: seats }, () => ({ size: FIRST, spent: 0, last: 0 }));
  }

  of(seat: Seat): number {
    return this.#appetites[seat - 1]!.size;
  }

  /** So many bytes of it were so many messages, and took so long. Answers how long it is to rest. */
  took(seat: Seat, bytes: number, messages: number, began: Nanos, ended: Nanos): Nanos {
    const appetite = this.#appetites[seat - 1]!;
    const time = ended - began;
    // One message cannot be settled in parts.
    if (time > LONGEST && messages > 1)
      appetite.size = Math.max(SMALLEST, Math.floor(Math.min(appetite.size, bytes) / 2));
    else if (bytes === appetite.size && time < LONGEST / 2)
      appetite.size = Math.min(LARGEST, 2 * appetite.size);
    const isTrickle = messages === 0 && bytes < FIRST;
    return messages > 1 || isTrickle ? rest(appetite, began, ended) : 0;
  }
}

function rest(appetite: Appetite, began: Nanos, ended: Nanos): Nanos {
  const before = began - appetite.last > FORGOTTEN ? 0 : appetite.spent;
  const spent = before + ended - began + A_READ;
  appetite.last = ended;
  appetite.spent = spent < REST_AFTER ? spent : 0;
  return spent < REST_AFTER ? 0 : spent;
}
