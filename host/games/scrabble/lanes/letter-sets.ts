import { extended, type HandInArrays, type HeldTile } from './hand.ts';

/** Larger hands, such as one with four blanks, make no sets. */
const MOST_SETS = 1 << 16;

/** Each set of letters of a hand once, by its sum. Hot path: reused typed arrays. */
export class LetterSets {
  sums = new Int32Array(128);
  /** Per set, `stride` bounds: the highest value of one tile from the second entry on, of two, and so on. */
  tops = new Int32Array(1024);
  stride = 1;
  /** At the first of alike sets, their number; at the first of others, minus their number; else 0. */
  alike = new Int32Array(128);
  /** The sum of the common letters of such sets. */
  common = new Int32Array(128);
  /** The first set of each number of tiles, and the end. */
  readonly first = new Int32Array(32);
  #count = 0;
  #sums = new Int32Array(128);
  #others = new Int32Array(128);
  #sizes = new Int32Array(128);
  #tops = new Int32Array(1024);
  #alike = new Int32Array(128);
  #common = new Int32Array(128);
  /** Set numbers plus 1, by sum. */
  #table = new Int32Array(256);
  #mask = 0;
  /** Bounds are needed. */
  #hasTops = true;
  /** Different sets have the same sum and count as one, so `alike` is not reliable. */
  #areMixed = false;

  /** Returns false if there are too many. */
  take({ tiles }: HandInArrays, hasTops: boolean): boolean {
    this.#hasTops = hasTops;
    const most = mostSets(tiles);
    if (most > MOST_SETS) return false;
    this.stride = tiles.length + 1;
    this.#reserve(most);
    this.#count = 1;
    this.#areMixed = false;
    this.#sums[0] = 0;
    this.#others[0] = 0;
    this.#sizes[0] = 0;
    this.#tops[0] = 0;
    this.#alike[0] = 0;
    for (const tile of tiles) this.#addTile(tile);
    if (this.#areMixed) this.#alike.fill(0);
    this.#sortBySize();
    return true;
  }

  #reserve(most: number): void {
    this.sums = extended(this.sums, most);
    this.tops = extended(this.tops, most * this.stride);
    this.alike = extended(this.alike, most);
    this.common = extended(this.common, most);
    this.#sums = extended(this.#sums, most);
    this.#alike = extended(this.#alike, most);
    this.#common = extended(this.#common, most);
    this.#others = extended(this.#others, most);
    this.#sizes = extended(this.#sizes, most);
    this.#tops = extended(this.#tops, most * this.stride);
    const size = 1 << (33 - Math.clz32(most));
    this.#table = extended(this.#table, size);
    this.#mask = size - 1;
    this.#table.fill(0, 0, size);
  }

  #addTile({ letters, most }: HeldTile): void {
    const before = this.#count;
    for (let set = 0; set < before; set++) {
      const first = this.#count;
      const common = this.#sums[set]!;
      for (const letter of letters) this.#add(set, letter, most);
      if (letters.length === 1 || this.#count === first) continue;
      this.#alike[first] = this.#count - first;
      this.#common[first] = common;
    }
  }

  /** The highest tiles come first, so one more tile adds the last bound. */
  #add(from: number, letter: number, most: number): void {
    const size = this.#sizes[from]! + 1;
    const other = (this.#others[from]! + otherSum(letter)) | 0;
    const set = this.#find((this.#sums[from]! + letterSum(letter)) | 0, other, size);
    if (this.#others[set] !== other) this.#areMixed = true;
    if (this.#hasTops) this.#raise(set, from, size, most);
  }

  #raise(set: number, from: number, size: number, most: number): void {
    const [of, ofLess] = [set * this.stride, from * this.stride];
    const tops = this.#tops;
    for (let count = 0; count < size; count++) {
      const top = tops[ofLess + count]!;
      if (top > tops[of + count]!) tops[of + count] = top;
    }
    const all = tops[ofLess + size - 1]! + most;
    if (all > tops[of + size]!) tops[of + size] = all;
  }

  #find(sum: number, other: number, size: number): number {
    for (let place = placeOf(sum, 24); ; place++) {
      place &= this.#mask;
      const set = this.#table[place]! - 1;
      if (set >= 0 && (this.#sums[set] !== sum || this.#sizes[set] !== size)) continue;
      if (set >= 0) return set;
      const made = this.#count++;
      this.#table[place] = made + 1;
      this.#sums[made] = sum;
      this.#others[made] = other;
      this.#sizes[made] = size;
      this.#alike[made] = 0;
      if (this.#hasTops) this.#tops.fill(0, made * this.stride, (made + 1) * this.stride);
      return made;
    }
  }

  #sortBySize(): void {
    const { first, stride } = this;
    first.fill(0);
    for (let set = 0; set < this.#count; set++) first[this.#sizes[set]! + 1]!++;
    for (let size = 1; size <= stride; size++) first[size]! += first[size - 1]!;
    for (let set = 0; set < this.#count; set++) {
      const at = first[this.#sizes[set]!]!++;
      this.sums[at] = this.#sums[set]!;
      this.alike[at] = this.#alike[set]!;
      this.common[at] = this.#common[set]!;
      for (let count = 0; this.#hasTops && count < stride; count++)
        this.tops[at * stride + count] = this.#tops[set * stride + count]!;
    }
    // Each was advanced to the start of the next size.
    for (let size = stride; size > 0; size--) first[size] = first[size - 1]!;
    first[0] = 0;
    for (let size = 0; size < stride; size++) this.#markRuns(first[size]!, first[size + 1]!);
  }

  #markRuns(from: number, to: number): void {
    const { alike } = this;
    for (let set = from; set < to; ) {
      const start = set;
      while (set < to && alike[set] === 0) set++;
      if (set > start) alike[start] = start - set;
      else set += alike[set]!;
    }
  }
}

/** Tiles of one kind are adjacent. */
function mostSets(tiles: readonly HeldTile[]): number {
  let product = 1;
  let alike = 0;
  for (const [index, tile] of tiles.entries()) {
    alike = tile === tiles[index - 1] ? alike + 1 : 1;
    product = (product * (tile.letters.length + alike)) / alike;
  }
  return product;
}

/** A hash of a letter. The sum over a word identifies its letters in any order. */
export function letterSum(letter: number): number {
  let sum = Math.imul(letter + 1, 0x85eb_ca6b);
  sum ^= sum >>> 13;
  sum = Math.imul(sum, 0xc2b2_ae35);
  return (sum ^ (sum >>> 16)) | 0;
}

/** A second hash to separate sets with equal sums. */
function otherSum(letter: number): number {
  let sum = Math.imul(letter + 1, 0x27d4_eb2f);
  sum ^= sum >>> 15;
  sum = Math.imul(sum, 0x1656_67b1);
  return (sum ^ (sum >>> 14)) | 0;
}

export function placeOf(sum: number, bits: number): number {
  // An odd constant (Fibonacci hashing).
  return Math.imul(sum, 0x9e37_79b1) >>> (32 - bits);
}
