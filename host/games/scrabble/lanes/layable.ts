import { extended, extendedBytes, type HandInArrays } from './hand.ts';
import { LetterSets, placeOf } from './letter-sets.ts';
import { NONE, type WordMap } from './word-map.ts';

const FEW = 8;
const NOT_LOOKED_AT = -1;

/**
 * Which tiles of a hand form a word with existing letters in any order. Computed on demand once a turn and
 * cached by number. Hot path: reused typed arrays.
 */
export class Layable {
  /**
   * Per number, `stride` bounds: the highest value of one tile from the second entry on, of two, and so on.
   */
  tops = new Int32Array(4096);
  stride = 1;
  /** Ranges of groups of words, by number. */
  groups = new Int32Array(1024);
  from = new Int32Array(512);
  to = new Int32Array(512);
  /** Gathered words, letter by letter, as ranges by number. */
  letters = new Uint8Array(4096);
  firstLetter = new Int32Array(512);
  lastLetter = new Int32Array(512);
  /** False: all words must be tried. */
  isKnown = false;
  /** Bounds are needed. */
  #isBounded = true;
  #end = 0;
  #lettersEnd = 0;
  /** Sets that may be words, and their groups. */
  #likely = new Int32Array(128);
  #found = new Int32Array(256);
  #touched = 0;
  /** Lengths of gathered words, or 0. */
  #lengths = new Int32Array(512);
  readonly #map: WordMap;
  readonly #sets = new LetterSets();
  /** Numbers by the sum of existing letters. */
  readonly #numbers = new SumTable();

  constructor(map: WordMap) {
    this.#map = map;
  }

  /** Numbers below `stride` stand for this many tiles with any existing letters. */
  take(hand: HandInArrays, isBounded: boolean): void {
    const { tiles } = hand;
    this.#isBounded = isBounded;
    this.#numbers.clear();
    this.#end = 0;
    this.#lettersEnd = 0;
    this.stride = tiles.length + 1;
    this.isKnown = this.#sets.take(hand, isBounded);
    this.#reserve(0);
    for (let count = 1; isBounded && count <= tiles.length; count++)
      for (let top = 1; top <= count; top++)
        this.tops[count * this.stride + top] =
          this.tops[count * this.stride + top - 1]! + tiles[top - 1]!.most;
  }

  /** The number of this many tiles with existing letters. */
  with(lying: number, tiles: number): number {
    if (!this.isKnown) return tiles;
    let first = this.#numbers.get(lying);
    if (first < 0) {
      first = (this.#numbers.count + 1) * this.stride;
      this.#numbers.add(lying, first);
      this.#reserve(first);
    }
    const number = first + tiles;
    if (this.from[number] === NOT_LOOKED_AT) this.#look(number, lying, tiles);
    return number;
  }

  /** No word is possible for this number. */
  isNothing(number: number): boolean {
    return this.isKnown && this.from[number] === this.to[number];
  }

  /** This many tiles form few sets: all but one or two of a hand. */
  isSoonLookedAt(tiles: number): boolean {
    return this.#sets.first[tiles + 1]! - this.#sets.first[tiles]! <= FEW;
  }

  /** Copies the words of a length into a row, because several spans read them. */
  gather(number: number, length: number): void {
    if (this.#lengths[number] === length) return;
    this.#lengths[number] = length;
    const { groups } = this.#map;
    const begins = this.groups;
    const [from, to] = [this.from[number]!, this.to[number]!];
    // A first read of all groups lets the processor wait for memory only once.
    for (let index = from; index < to; index++) this.#touched ^= groups[begins[index]!]!;
    let end = this.#lettersEnd;
    this.firstLetter[number] = end;
    for (let index = from; index < to; index++)
      for (let at = begins[index]!; groups[at] !== 0; at += groups[at]! + 1) {
        if (groups[at] !== length) continue;
        if (end + length > this.letters.length) this.letters = extendedBytes(this.letters);
        const { letters } = this;
        for (let letter = 1; letter <= length; letter++) letters[end++] = groups[at + letter]!;
      }
    this.lastLetter[number] = end;
    this.#lettersEnd = end;
  }

  #look(number: number, lying: number, tiles: number): void {
    const { stride } = this;
    const sets = this.#sets;
    const from = sets.first[tiles]!;
    const to = sets.first[tiles + 1]!;
    this.#likely = extended(this.#likely, to - from);
    this.groups = extended(this.groups, this.#end + to - from);
    this.from[number] = this.#end;
    const likely = this.#likely;
    const count = this.#map.likely(sets, from, to, lying, likely);
    const found = extended(this.#found, 2 * count);
    this.#found = found;
    this.#map.findAll(sets.sums, likely, count, lying, found);
    const { groups } = this;
    let end = this.#end;
    for (let index = 0; index < count; index++) {
      const group = found[index]!;
      if (group === NONE) continue;
      groups[end++] = group;
      if (this.#isBounded) this.#raise(number * stride, likely[index]! * stride, tiles);
    }
    this.#end = end;
    this.to[number] = this.#end;
  }

  #raise(at: number, from: number, tiles: number): void {
    const { tops } = this;
    const own = this.#sets.tops;
    for (let count = 1; count <= tiles; count++)
      if (own[from + count]! > tops[at + count]!) tops[at + count] = own[from + count]!;
  }

  #reserve(first: number): void {
    const end = first + this.stride;
    if (end > this.from.length || end * this.stride > this.tops.length) this.#grow(end);
    this.#lengths.fill(0, first, end);
    this.from.fill(NOT_LOOKED_AT, first, end);
    if (this.#isBounded) this.tops.fill(0, first * this.stride, end * this.stride);
  }

  #grow(end: number): void {
    this.from = extended(this.from, end);
    this.to = extended(this.to, end);
    this.firstLetter = extended(this.firstLetter, end);
    this.lastLetter = extended(this.lastLetter, end);
    this.#lengths = extended(this.#lengths, end);
    this.tops = extended(this.tops, end * this.stride);
  }
}

/** A hash table by letter sums. Hot path: typed arrays, refilled each turn. */
export class SumTable {
  #sums = new Int32Array(256);
  /** Numbers plus 1. */
  #numbers = new Int32Array(256);
  #count = 0;

  get count(): number {
    return this.#count;
  }

  clear(): void {
    this.#numbers.fill(0);
    this.#count = 0;
  }

  /** Returns -1 if missing. */
  get(sum: number): number {
    return this.#numbers[this.#placeOf(sum)]! - 1;
  }

  /** The sum must be new. */
  add(sum: number, number: number): void {
    if (2 * this.#count >= this.#sums.length) this.#grow();
    const place = this.#placeOf(sum);
    this.#sums[place] = sum;
    this.#numbers[place] = number + 1;
    this.#count++;
  }

  #placeOf(sum: number): number {
    const last = this.#sums.length - 1;
    for (let place = placeOf(sum, 24); ; place++) {
      place &= last;
      if (this.#numbers[place] === 0 || this.#sums[place] === sum) return place;
    }
  }

  #grow(): void {
    const [sums, numbers] = [this.#sums, this.#numbers];
    this.#sums = new Int32Array(sums.length * 2);
    this.#numbers = new Int32Array(sums.length * 2);
    this.#count = 0;
    for (const [place, number] of numbers.entries()) if (number !== 0) this.add(sums[place]!, number - 1);
  }
}
