import { type HandSums, letterSum } from './anagrams.ts';
import type { HandInArrays } from './laid-hand.ts';
import { ANY, FREE, isTile, type Lanes, OUTSIDE } from './lanes.ts';
import type { Window } from './window.ts';

export interface Limits {
  readonly sums: HandSums;
  readonly bonus: number;
  /** Of a play that lays so many tiles. */
  readonly handSize: number;
}

/** A bound, and after it the number of a place. */
const NUMBERS = 2 ** 20;
/** More than tiles in a hand that can be searched so. */
export const MOST_LAID = 16;

/**
 * No play that touches a place first brings more than its bound: the tiles that count most on the squares that count most,
 * on each row of squares that such a play can cover. Places are given with the highest bound first.
 */
export class UpperBounds {
  count = 0;
  #sorted = new Float64Array(256);
  #cells = new Int32Array(256);
  #spaces = new Int32Array(256);
  #window!: Window;
  #rows = 0;
  /** Of the place that was looked at last: with so many tiles left of it, and so many on it and to its right. */
  readonly #bounds = new Int32Array(MOST_LAID * MOST_LAID);
  readonly #wild = new Int32Array(MOST_LAID * MOST_LAID);
  /** What a tile can be that can be several letters, in plays that can bring so many points. */
  wildLetters(least: number): number {
    let letters = 0;
    for (const [index, bound] of this.#bounds.entries())
      if (bound >= least && bound >= 0) letters |= this.#wild[index]!;
    return letters;
  }

  /** The same with at least so many on it and to its right; and at least so many left of it, whatever comes then. */
  readonly onRight = new Int32Array(MOST_LAID * MOST_LAID);
  readonly onLeft = new Int32Array(MOST_LAID);
  // Of the squares to the left of a place, and of those on it and to its right: what a tile there is multiplied by.
  readonly #letters = new Int32Array(256);
  readonly #crosses = new Int32Array(256);
  readonly #times = new Int32Array(256);
  readonly #best = new Int32Array(256);
  readonly #factors = new Int32Array(256);

  at(index: number): number {
    return Math.floor(this.#sorted[this.count - 1 - index]! / NUMBERS);
  }

  cellAt(index: number): number {
    return this.#cells[this.#number(index)]!;
  }

  /** Free places before it that such a play may cover, and that touch nothing. */
  spaceAt(index: number): number {
    return this.#spaces[this.#number(index)]!;
  }

  lanesAt(index: number): Lanes {
    return this.#number(index) < this.#rows ? this.#window.rows : this.#window.columns;
  }

  find(window: Window, hand: HandInArrays, limits: Limits): void {
    this.#window = window;
    this.count = 0;
    this.#findIn(window.rows, hand, limits);
    this.#rows = this.count;
    this.#findIn(window.columns, hand, limits);
    this.#sorted.subarray(0, this.count).sort();
  }

  /** Looks at one of the places again, for the bounds of its parts. */
  open(index: number, hand: HandInArrays, limits: Limits): void {
    const space = this.spaceAt(index);
    this.#boundOf(this.lanesAt(index), this.cellAt(index), space, hand, limits);
    let most = -1;
    for (let left = space; left >= 0; left--) {
      const row = left * MOST_LAID;
      let ofRow = -1;
      for (let right = hand.size; right > 0; right--) {
        ofRow = Math.max(ofRow, this.#bounds[row + right]!);
        this.onRight[row + right] = ofRow;
      }
      most = Math.max(most, ofRow);
      this.onLeft[left] = most;
    }
  }

  #number(index: number): number {
    return this.#sorted[this.count - 1 - index]! % NUMBERS;
  }

  #findIn(lanes: Lanes, hand: HandInArrays, limits: Limits): void {
    const { anchors } = lanes;
    for (let cell = 0; cell < anchors.length; cell++) {
      if (anchors[cell] === 0 || (lanes.allowed[cell]! & hand.letters) === 0) continue;
      const space = spaceBefore(lanes, cell, hand.size - 1);
      const bound = this.#boundOf(lanes, cell, space, hand, limits);
      if (bound < 0) continue;
      if (this.count === this.#sorted.length) this.#grow();
      this.#cells[this.count] = cell;
      this.#spaces[this.count] = space;
      this.#sorted[this.count] = bound * NUMBERS + this.count;
      this.count++;
    }
  }

  #grow(): void {
    const grown = <Kind extends Float64Array | Int32Array>(before: Kind, after: Kind): Kind => {
      after.set(before as never);
      return after;
    };
    const size = this.#sorted.length * 2;
    this.#sorted = grown(this.#sorted, new Float64Array(size));
    this.#cells = grown(this.#cells, new Int32Array(size));
    this.#spaces = grown(this.#spaces, new Int32Array(size));
  }

  /** -1: no play can. */
  #boundOf(
    lanes: Lanes,
    anchor: number,
    space: number,
    hand: HandInArrays,
    { bonus, handSize, sums }: Limits,
  ): number {
    const { holds, points, letterTimes, wordTimes, allowed, across, crosses } = lanes;
    const { size } = hand;
    // The tiles directly before the anchor are in every word.
    let lying = 0;
    let lyingSum = 0;
    let isAcross = false;
    if (space === 0)
      for (let cell = anchor - 1; isTile(holds[cell]!); cell--) {
        lying += points[cell]!;
        lyingSum = (lyingSum + letterSum(holds[cell]!)) | 0;
      }
    let most = -1;
    this.#bounds.fill(-1);
    let times = 1;
    let sumAcross = 0;
    for (let count = 1, cell = anchor; count <= size; count++) {
      const held = holds[cell]!;
      if (held === OUTSIDE || (allowed[cell]! & hand.letters) === 0) break;
      const place = count - 1;
      this.#letters[place] = letterTimes[cell]!;
      this.#times[place] = wordTimes[cell]!;
      this.#crosses[place] = crosses[cell] === 1 ? Math.imul(letterTimes[cell]!, wordTimes[cell]!) : 0;
      this.#best[place] = allowed[cell] === ANY ? -1 : bestAllowed(allowed[cell]!, hand);
      times *= wordTimes[cell]!;
      if (crosses[cell] === 1) {
        sumAcross += Math.imul(across[cell]!, wordTimes[cell]!);
        isAcross = true;
      }
      cell++;
      for (; isTile(holds[cell]!); cell++) {
        lying += points[cell]!;
        lyingSum = (lyingSum + letterSum(holds[cell]!)) | 0;
      }
      // With more and more squares to the left.
      const possible = sums.with(lyingSum);
      const { counts } = possible;
      let product = times;
      for (let left = 0; left <= space && count + left <= size; left++) {
        const square = anchor - left;
        if (left > 0) {
          product *= wordTimes[square]!;
          this.#letters[place + left] = letterTimes[square]!;
          this.#crosses[place + left] = 0;
          this.#best[place + left] = -1;
        }
        const laid = count + left;
        // A single tile may be a word across alone.
        if (((counts >>> laid) & 1) === 0 && (laid > 1 || !isAcross)) continue;
        const bound =
          lying * product + sumAcross + this.#mostOf(laid, product, hand) + (laid === handSize ? bonus : 0);
        this.#bounds[left * MOST_LAID + count] = bound;
        this.#wild[left * MOST_LAID + count] = laid === 1 ? ANY : possible.wild[laid]!;
        if (bound > most) most = bound;
      }
      if (holds[cell] !== FREE) break;
    }
    return most;
  }

  /** The most that so many tiles can count: a tile that may be none but a few letters counts for itself. */
  #mostOf(laid: number, product: number, hand: HandInArrays): number {
    const factors = this.#factors;
    let sum = 0;
    let count = 0;
    for (let place = 0; place < laid; place++) {
      const factor = this.#letters[place]! * product + this.#crosses[place]!;
      const best = this.#best[place]!;
      if (best >= 0) {
        sum += best * factor;
        continue;
      }
      let at = count++;
      for (; at > 0 && factors[at - 1]! < factor; at--) factors[at] = factors[at - 1]!;
      factors[at] = factor;
    }
    for (let place = 0; place < count; place++) sum += factors[place]! * hand.best[place]!;
    return sum;
  }
}

function spaceBefore({ holds, anchors }: Lanes, anchor: number, most: number): number {
  let space = 0;
  while (space < most && holds[anchor - space - 1] === FREE && anchors[anchor - space - 1] === 0) space++;
  return space;
}

function bestAllowed(allowed: number, hand: HandInArrays): number {
  let best = 0;
  for (let letters = allowed & hand.letters; letters !== 0; letters &= letters - 1) {
    const letter = 31 - Math.clz32(letters & -letters);
    if (hand.bestOf[letter]! > best) best = hand.bestOf[letter]!;
  }
  return best;
}
