import { type Automaton, ENDS_WORD, LAST_EDGE, LETTER_SHIFT, TARGET } from '../../../../lexicon/automaton.ts';
import { LONGEST_WORD } from '../../../../lexicon/word-list.ts';
import { letterSum, placeOf } from './letter-sum.ts';

/** No word. */
export const NONE = -1;

/**
 * The words of a list by the letters that they have, in any order. Words of other letters may have the same sum, though they
 * seldom do: the letters must be compared. A hot path: typed arrays, in which what is read together is next to each other, because
 * the time goes into memory that no cache holds.
 */
export class WordMap {
  /** By the sum of their letters, one group after the other: of each word its length and its letters, and 0 after the last. */
  readonly groups: Uint8Array;
  /** At each place a sum, and where its group begins; 0: none. */
  readonly #table: Int32Array;
  readonly #bits: number;
  /** The sums that have words, and the sums of words that lack one letter. */
  readonly #some = new SumFilter(22);
  readonly #lacking = new SumFilter(23);
  #byLength: readonly (readonly number[])[] | undefined;

  constructor(words: Automaton) {
    const listed = new ListedWords(words, this.#lacking);
    this.#bits = 33 - Math.clz32(words.words + 1);
    this.#table = new Int32Array(2 << this.#bits);
    this.groups = this.#grouped(listed);
  }

  /** Where the group of this sum begins, or NONE. */
  find(sum: number): number {
    return this.#some.mayHave(sum) ? this.#table[this.#placeOf(sum) + 1]! || NONE : NONE;
  }

  /** Whether one letter can be added so that there is a word with the sum. Sometimes yes where there is none. */
  mayBeWithOneMore(sum: number): boolean {
    return this.#lacking.mayHave(sum);
  }

  /** Where the words of a length are in the groups. */
  ofLength(length: number): readonly number[] {
    this.#byLength ??= this.#sortByLength();
    return this.#byLength[length] ?? [];
  }

  #placeOf(sum: number): number {
    const table = this.#table;
    for (let place = placeOf(sum, this.#bits) * 2; ; place = (place + 2) & (table.length - 1))
      if (table[place + 1] === 0 || table[place] === sum) return place;
  }

  #grouped({ count, letters, starts, sums }: ListedWords): Uint8Array {
    const table = this.#table;
    /** The next word with the same sum, and 1 more. */
    const next = new Int32Array(count);
    for (let word = 0; word < count; word++) {
      const sum = sums[word]!;
      this.#some.add(sum);
      const place = this.#placeOf(sum);
      table[place] = sum;
      next[word] = table[place + 1]!;
      table[place + 1] = word + 1;
    }
    // At the first place is nothing, because 0 is no group.
    const groups = new Uint8Array(1 + starts[count]! + 2 * count);
    let at = 1;
    for (let place = 0; place < table.length; place += 2) {
      let word = table[place + 1]!;
      if (word === 0) continue;
      table[place + 1] = at;
      for (; word !== 0; word = next[word - 1]!) {
        const [start, end] = [starts[word - 1]!, starts[word]!];
        groups[at++] = end - start;
        for (let index = start; index < end; index++) groups[at++] = letters[index]!;
      }
      groups[at++] = 0;
    }
    return groups;
  }

  #sortByLength(): readonly (readonly number[])[] {
    const byLength: number[][] = [];
    const { groups } = this;
    for (let at = 1; at < groups.length; at += groups[at]! + 1)
      if (groups[at] !== 0) (byLength[groups[at]!] ??= []).push(at);
    return byLength;
  }
}

/** The words of a list as letters, one after the other: `starts` says where each begins, and the next one. */
class ListedWords {
  letters: Uint8Array;
  readonly starts: Int32Array;
  readonly sums: Int32Array;
  count = 0;
  readonly #lacking: SumFilter;
  // Of the word that is added.
  readonly #path = new Uint8Array(LONGEST_WORD);
  readonly #pathSums = new Int32Array(LONGEST_WORD);

  constructor(words: Automaton, lacking: SumFilter) {
    this.letters = new Uint8Array(words.words * 10);
    this.starts = new Int32Array(words.words + 1);
    this.sums = new Int32Array(words.words);
    this.#lacking = lacking;
    this.#addAll(words.edges, words.root, 0, 0);
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
    const word = this.count++;
    const start = this.starts[word]!;
    if (start + length > this.letters.length) this.#grow();
    for (let index = 0; index < length; index++) {
      this.letters[start + index] = this.#path[index]!;
      this.#lacking.add((sum - this.#pathSums[index]!) | 0);
    }
    this.starts[word + 1] = start + length;
    this.sums[word] = sum;
  }

  #grow(): void {
    const letters = new Uint8Array(this.letters.length * 2 + 64);
    letters.set(this.letters);
    this.letters = letters;
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
