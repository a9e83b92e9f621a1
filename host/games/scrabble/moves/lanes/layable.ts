import { grown } from './grown.ts';
import type { HandInArrays } from './laid-hand.ts';
import { LetterSets } from './letter-sets.ts';
import { SumTable } from './sum-table.ts';
import { NONE, type WordMap } from './word-map.ts';

const FEW = 8;
const NOT_LOOKED_AT = -1;

/**
 * What can be laid of a hand so that it is a word together with letters that lie, whatever the order. Looked at when it is asked
 * for, once a turn, and kept under a number. A hot path: typed arrays, kept from turn to turn.
 */
export class Layable {
  /** By the number, `stride` of them: the most that one tile can count, from the second on, that two can, and so on. */
  tops = new Int32Array(4096);
  stride = 1;
  /** The groups of words of the letters that can be laid: by the number, from where to where. */
  groups = new Int32Array(1024);
  from = new Int32Array(512);
  to = new Int32Array(512);
  /** False: all words have to be looked at. */
  isKnown = false;
  /** What tiles can count is asked for. */
  #isBounded = true;
  #end = 0;
  readonly #map: WordMap;
  readonly #sets = new LetterSets();
  /** By the letters that lie: the number of no tiles with them. */
  readonly #numbers = new SumTable();

  constructor(map: WordMap) {
    this.#map = map;
  }

  /** From now on the numbers below `stride` tell of so many tiles, whatever lies. */
  take(hand: HandInArrays, isBounded: boolean): void {
    const { tiles } = hand;
    this.#isBounded = isBounded;
    this.#numbers.clear();
    this.#end = 0;
    this.stride = tiles.length + 1;
    this.isKnown = this.#sets.take(hand);
    this.#reserve(0);
    for (let count = 1; count <= tiles.length; count++)
      for (let top = 1; top <= count; top++)
        this.tops[count * this.stride + top] =
          this.tops[count * this.stride + top - 1]! + tiles[top - 1]!.most;
  }

  /** The number of so many tiles with letters that lie. */
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

  /** No word can be made with the tiles that this number tells of. */
  isNothing(number: number): boolean {
    return this.isKnown && this.from[number] === this.to[number];
  }

  /** So many tiles can be few sets of letters: all but one or two of a hand. */
  isSoonLookedAt(tiles: number): boolean {
    return this.#sets.first[tiles + 1]! - this.#sets.first[tiles]! <= FEW;
  }

  #look(number: number, lying: number, tiles: number): void {
    const { stride } = this;
    const sets = this.#sets;
    const map = this.#map;
    const to = sets.first[tiles + 1]!;
    let set = sets.first[tiles]!;
    this.groups = grown(this.groups, this.#end + to - set);
    this.from[number] = this.#end;
    const { sums, alike, common } = sets;
    const { groups } = this;
    let end = this.#end;
    while (set < to) {
      const many = alike[set]!;
      if (many > 0 && !map.mayBeWithOneMore((common[set]! + lying) | 0)) {
        set += many;
        continue;
      }
      const group = map.find((sums[set]! + lying) | 0);
      if (group !== NONE) {
        groups[end++] = group;
        if (this.#isBounded) this.#raise(number * stride, set * stride, tiles);
      }
      set++;
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
    this.from = grown(this.from, end);
    this.to = grown(this.to, end);
    this.tops = grown(this.tops, end * this.stride);
    this.from.fill(NOT_LOOKED_AT, first, end);
    this.tops.fill(0, first * this.stride, end * this.stride);
  }
}
