import { extended, type HandInArrays } from './hand.ts';
import type { Layable } from './layable.ts';
import { letterSum } from './letter-sets.ts';
import { ANY, FREE, isTile, type Lanes, type Window } from './window.ts';

export interface Bonus {
  readonly points: number;
  /** The number of laid tiles. */
  readonly tiles: number;
}

/** The most that can count beside points, by the number of laid tiles. */
export type Beside = readonly number[];

/** Squares in a row for one word. */
export interface Span {
  readonly lanes: Lanes;
  readonly begin: number;
  readonly end: number;
  readonly tiles: number;
  /** The number in `Layable`. */
  readonly layable: number;
}

const NOT_KNOWN = -1;

/**
 * Spans of possible plays with upper bounds: the highest tiles on the best squares. For promising spans, the
 * bound is lowered to tiles that form a word there. Each play is on one span.
 */
export class Spans {
  count = 0;
  readonly #layable: Layable;
  readonly #bonus: Bonus;
  readonly #order = new HighestFirst();
  #rows = 0;
  #window!: Window;
  #hand!: HandInArrays;
  #beside: Beside | undefined = [];
  /** The next span without bounds. */
  #at = 0;
  #bounds = new Int32Array(512);
  #begins = new Int32Array(512);
  #ends = new Int32Array(512);
  #tiles = new Int32Array(512);
  /** Sums of existing letters. */
  #lying = new Int32Array(512);
  #layables = new Int32Array(512);
  // Free squares of the current span.
  readonly #cells = new Int32Array(32);
  readonly #factors = new Int32Array(33);

  constructor(layable: Layable, bonus: Bonus) {
    this.#layable = layable;
    this.#bonus = bonus;
  }

  /** Without `beside`, spans are in board order without bounds. */
  find(window: Window, hand: HandInArrays, beside: Beside | undefined): void {
    this.#window = window;
    this.#hand = hand;
    this.#beside = beside;
    this.count = 0;
    this.#findIn(window.rows);
    this.#rows = this.count;
    this.#findIn(window.columns);
    this.#at = 0;
    if (beside) this.#order.take(this.#bounds, this.count);
  }

  /** Returns the span with the highest bound, or undefined below `least`. */
  next(least: number): Span | undefined {
    if (!this.#beside) return this.#following();
    const order = this.#order;
    for (let index = order.first; index >= 0 && this.#bounds[index]! >= least; index = order.first) {
      const layable = this.#layables[index]!;
      if (layable !== NOT_KNOWN) {
        order.dropFirst();
        return this.#spanAt(index, layable);
      }
      const known = this.#layable.with(this.#lying[index]!, this.#tiles[index]!);
      if (this.#layable.isNothing(known)) {
        order.dropFirst();
        continue;
      }
      this.#layables[index] = known;
      const { lanes, begin, end, tiles } = this.#spanAt(index, known);
      this.#bounds[index] = this.#boundOf(lanes, begin, end, tiles, known);
      order.moveFirst();
    }
    return undefined;
  }

  #following(): Span | undefined {
    while (this.#at < this.count) {
      const index = this.#at++;
      const found = this.#layables[index]!;
      const known =
        found === NOT_KNOWN ? this.#layable.with(this.#lying[index]!, this.#tiles[index]!) : found;
      if (!this.#layable.isNothing(known)) return this.#spanAt(index, known);
    }
    return undefined;
  }

  #spanAt(index: number, layable: number): Span {
    return {
      lanes: index < this.#rows ? this.#window.rows : this.#window.columns,
      begin: this.#begins[index]!,
      end: this.#ends[index]!,
      tiles: this.#tiles[index]!,
      layable,
    };
  }

  #findIn(lanes: Lanes): void {
    const { anchors, allowed } = lanes;
    const { letters, tiles } = this.#hand;
    for (let cell = 0; cell < anchors.length; cell++)
      if (anchors[cell] === 1 && (allowed[cell]! & letters) !== 0)
        this.#findAt(lanes, cell, spaceBefore(lanes, cell, tiles.length - 1));
  }

  /** Extends spans after the anchor, and repeats with more squares before it. */
  #findAt(lanes: Lanes, anchor: number, space: number): void {
    const { holds, allowed } = lanes;
    const { letters, tiles } = this.#hand;
    let first = anchor;
    let lying = 0;
    // Tiles directly before the anchor belong to every word.
    if (space === 0)
      for (; isTile(holds[first - 1]!); first--) lying = (lying + letterSum(holds[first - 1]!)) | 0;
    let end = anchor;
    for (let count = 1; count <= tiles.length; count++) {
      if (holds[end] !== FREE || (allowed[end]! & letters) === 0) return;
      for (end++; isTile(holds[end]!); end++) lying = (lying + letterSum(holds[end]!)) | 0;
      if (end - first > 1) this.#add(lanes, first, end - 1, count, lying);
      for (let left = 1; left <= space && count + left <= tiles.length; left++)
        this.#add(lanes, anchor - left, end - 1, count + left, lying);
    }
  }

  #add(lanes: Lanes, begin: number, end: number, tiles: number, lying: number): void {
    const isKnown = this.#layable.isSoonLookedAt(tiles);
    const layable = isKnown ? this.#layable.with(lying, tiles) : tiles;
    if (isKnown && this.#layable.isNothing(layable)) return;
    const index = this.count++;
    if (index === this.#bounds.length) this.#grow();
    if (this.#beside) this.#bounds[index] = this.#boundOf(lanes, begin, end, tiles, layable);
    this.#begins[index] = begin;
    this.#ends[index] = end;
    this.#tiles[index] = tiles;
    this.#lying[index] = lying;
    this.#layables[index] = isKnown ? layable : NOT_KNOWN;
  }

  #grow(): void {
    this.#bounds = extended(this.#bounds, this.count);
    this.#begins = extended(this.#begins, this.count);
    this.#ends = extended(this.#ends, this.count);
    this.#tiles = extended(this.#tiles, this.count);
    this.#lying = extended(this.#lying, this.count);
    this.#layables = extended(this.#layables, this.count);
  }

  #boundOf(lanes: Lanes, begin: number, end: number, tiles: number, layable: number): number {
    const { holds, points, letterTimes, wordTimes, allowed, across, crosses } = lanes;
    const cells = this.#cells;
    let sum = (tiles === this.#bonus.tiles ? this.#bonus.points : 0) + (this.#beside?.[tiles] ?? 0);
    let lying = 0;
    let times = 1;
    for (let cell = begin, laid = 0; cell <= end; cell++) {
      lying += points[cell]!;
      if (holds[cell] !== FREE) continue;
      times = Math.imul(times, wordTimes[cell]!);
      cells[laid++] = cell;
    }
    const factors = this.#factors;
    let count = 0;
    for (let laid = 0; laid < tiles; laid++) {
      const cell = cells[laid]!;
      let factor = Math.imul(letterTimes[cell]!, times);
      if (crosses[cell] === 1) {
        factor += Math.imul(letterTimes[cell]!, wordTimes[cell]!);
        sum += Math.imul(across[cell]!, wordTimes[cell]!);
      }
      if (allowed[cell] !== ANY) {
        sum += Math.imul(this.#hand.bestIn(allowed[cell]!), factor);
        continue;
      }
      let at = count++;
      for (; at > 0 && factors[at - 1]! < factor; at--) factors[at] = factors[at - 1]!;
      factors[at] = factor;
    }
    factors[count] = 0;
    const { tops, stride } = this.#layable;
    const from = layable * stride + 1;
    // The highest tile on the best square, two tiles on the two best, and so on.
    for (let place = 0; place < count; place++)
      sum += Math.imul(factors[place]! - factors[place + 1]!, tops[from + place]!);
    return sum + Math.imul(lying, times);
  }
}

function spaceBefore({ holds, anchors }: Lanes, anchor: number, most: number): number {
  let space = 0;
  while (space < most && holds[anchor - space - 1] === FREE && anchors[anchor - space - 1] === 0) space++;
  return space;
}

/** A heap of numbers by bounds, because most are never needed. */
export class HighestFirst {
  #heap = new Int32Array(0);
  #bounds: Int32Array = this.#heap;
  #count = 0;

  take(bounds: Int32Array, count: number): void {
    if (count > this.#heap.length) this.#heap = new Int32Array(bounds.length);
    this.#bounds = bounds;
    this.#count = count;
    for (let index = 0; index < count; index++) this.#heap[index] = index;
    for (let place = (count >> 1) - 1; place >= 0; place--) this.#sink(place, this.#heap[place]!);
  }

  /** Returns -1 if empty. */
  get first(): number {
    return this.#count === 0 ? -1 : this.#heap[0]!;
  }

  dropFirst(): void {
    this.#count--;
    this.#sink(0, this.#heap[this.#count]!);
  }

  /** Restores the order after a lower bound. */
  moveFirst(): void {
    this.#sink(0, this.#heap[0]!);
  }

  #sink(from: number, index: number): void {
    const heap = this.#heap;
    const bounds = this.#bounds;
    const bound = bounds[index]!;
    let place = from;
    for (;;) {
      let below = 2 * place + 1;
      if (below >= this.#count) break;
      if (below + 1 < this.#count && bounds[heap[below + 1]!]! > bounds[heap[below]!]!) below++;
      if (bounds[heap[below]!]! <= bound) break;
      heap[place] = heap[below]!;
      place = below;
    }
    heap[place] = index;
  }
}
