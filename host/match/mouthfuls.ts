import type { Nanos, Seat } from '../tabletop/units.ts';
import { micros } from '../tabletop/units.ts';

const FIRST = 1024;
const SMALLEST = 32;
const LARGEST = 64 * 1024;
const LONGEST: Nanos = micros(200);

/**
 * How much of one player's output is settled before the others have their turn. A flood of dumps costs a thousand
 * times as much for each byte as a large grid does: so it is learnt from what the last mouthful took.
 */
export class Mouthfuls {
  readonly #sizes: number[];

  constructor(seats: number) {
    this.#sizes = new Array<number>(seats).fill(FIRST);
  }

  of(seat: Seat): number {
    return this.#sizes[seat - 1]!;
  }

  /** So many bytes of it were so many messages, and took so long. One message cannot be settled in parts. */
  took(seat: Seat, bytes: number, messages: number, time: Nanos): void {
    const size = this.of(seat);
    if (time > LONGEST && messages > 1)
      this.#sizes[seat - 1] = Math.max(SMALLEST, Math.floor(Math.min(size, bytes) / 2));
    else if (bytes === size && time < LONGEST / 2) this.#sizes[seat - 1] = Math.min(LARGEST, 2 * size);
  }
}
