import { type Automaton, ENDS_WORD, LAST_EDGE, LETTER_SHIFT, TARGET } from '../../../../lexicon/automaton.ts';
import { LONGEST_WORD } from '../../../../lexicon/word-list.ts';
import { letterSum, placeOf } from './letter-sum.ts';

/** No word. */
export const NONE = -1;

/**
 * The words of a list by the letters that they have, in any order. Words of other letters may have the same sum, though they
 * seldom do: the letters must be compared. A hot path: typed arrays.
 */
export class WordMap {
  /** Of all words, one after the other: `starts` says where each begins, and the next one. */
  letters: Uint8Array;
  readonly starts: Int32Array;
  /** The next word with the same sum, or NONE. */
  readonly next: Int32Array;
  readonly #sums: Int32Array;
  /** By the sum: the first word, and 1 more. */
  readonly #table: Int32Array;
  readonly #bits: number;
  /** The sums that have words, and the sums of words that lack one letter. */
  readonly #some = new SumFilter(22);
  readonly #lacking = new SumFilter(23);
  // Of the word that is added.
  readonly #path = new Uint8Array(LONGEST_WORD);
  readonly #pathSums = new Int32Array(LONGEST_WORD);
  #count = 0;
  #byLength: readonly Int32Array[] | undefined;

  constructor(words: Automaton) {
    this.letters = new Uint8Array(words.words * 10);
    this.starts = new Int32Array(words.words + 1);
    this.next = new Int32Array(words.words).fill(NONE);
    this.#sums = new Int32Array(words.words);
    this.#bits = 33 - Math.clz32(words.words + 1);
    this.#table = new Int32Array(1 << this.#bits);
    this.#addAll(words.edges, words.root, 0, 0);
  }

  /** The first word with this sum, or NONE. */
  find(sum: number): number {
    return this.#some.mayHave(sum) ? this.#table[this.#findPlace(sum)]! - 1 : NONE;
  }

  /** Whether one letter can be added so that there is a word with the sum. Sometimes yes where there is none. */
  mayBeWithOneMore(sum: number): boolean {
    return this.#lacking.mayHave(sum);
  }

  /** All words of a length. */
  ofLength(length: number): Int32Array {
    this.#byLength ??= this.#sortByLength();
    return this.#byLength[length] ?? new Int32Array();
  }

  #findPlace(sum: number): number {
    const table = this.#table;
    for (let place = placeOf(sum, this.#bits); ; place = (place + 1) & (table.length - 1)) {
      const first = table[place]!;
      if (first === 0 || this.#sums[first - 1] === sum) return place;
    }
  }

  #addAll(edges: Uint32Array, state: number, sum: number, length: number): void {
    if (state === 0) return;
    for (let index = state; ; index++) {
      const edge = edges[index]!;
      const letter = edge >>> LETTER_SHIFT;
      const own = letterSum(letter);
      const longer = (sum + own) | 0;
      this.#path[length] = letter;
      this.#pathSums[length] = own;
      if (edge & ENDS_WORD) this.#add(length + 1, longer);
      this.#addAll(edges, edge & TARGET, longer, length + 1);
      if (edge & LAST_EDGE) return;
    }
  }

  #add(length: number, sum: number): void {
    const word = this.#count++;
    const start = this.starts[word]!;
    if (start + length > this.letters.length) this.#grow();
    for (let index = 0; index < length; index++) {
      this.letters[start + index] = this.#path[index]!;
      this.#lacking.add((sum - this.#pathSums[index]!) | 0);
    }
    this.starts[word + 1] = start + length;
    this.#some.add(sum);
    const place = this.#findPlace(sum);
    this.#sums[word] = sum;
    this.next[word] = this.#table[place]! - 1;
    this.#table[place] = word + 1;
  }

  #grow(): void {
    const letters = new Uint8Array(this.letters.length * 2 + 64);
    letters.set(this.letters);
    this.letters = letters;
  }

  #sortByLength(): readonly Int32Array[] {
    const byLength: number[][] = [];
    for (let word = 0; word < this.#count; word++)
      (byLength[this.starts[word + 1]! - this.starts[word]!] ??= []).push(word);
    return Array.from(byLength, (words) => Int32Array.from(words ?? []));
  }
}

/** A bit for each sum: small enough to stay in the cache of a processor. */
class SumFilter {
  readonly #size: number;
  readonly #bits: Int32Array;

  /** `size` in bits of the place of a bit. */
  constructor(size: number) {
    this.#size = size;
    this.#bits = new Int32Array(1 << (size - 5));
  }

  /** Sometimes true where it has not. */
  mayHave(sum: number): boolean {
    const place = placeOf(sum, this.#size);
    return ((this.#bits[place >>> 5]! >>> (place & 31)) & 1) === 1;
  }

  add(sum: number): void {
    const place = placeOf(sum, this.#size);
    this.#bits[place >>> 5]! |= 1 << (place & 31);
  }
}
