import { type Automaton, ENDS_WORD, LAST_EDGE, LETTER_SHIFT, TARGET } from '../../../lexicon/automaton.ts';
import { LONGEST_WORD } from '../../../lexicon/word-list.ts';
import { type LetterSets, letterSum, placeOf } from './letter-sets.ts';

export const NONE = -1;

const none = new Uint8Array(0);

/**
 * Words of a list by their letters in any order. Sums may rarely collide, so letters must be compared. Hot
 * path: typed arrays with local data, because memory outside the caches dominates the time.
 */
export class WordMap {
  /** Groups of words by sum: length and letters of each, and 0 at the end. */
  readonly groups: Uint8Array;
  /** A hash table of sums and group offsets. 0 is empty. */
  readonly #table: Int32Array;
  readonly #bits: number;
  /** Sums of words, and sums of words without one letter. */
  readonly #some = new SumFilter(21);
  readonly #lacking = new SumFilter(23);
  #byLength: readonly Uint8Array[] | undefined;

  constructor(words: Automaton) {
    const listed = new ListedWords(words, this.#lacking);
    // The load factor is at most two thirds.
    this.#bits = 32 - Math.clz32(1.5 * words.words + 1);
    this.#table = new Int32Array(2 << this.#bits);
    this.groups = this.#grouped(listed);
  }

  /** The offset of the group, or NONE. */
  find(sum: number): number {
    return this.#table[this.#placeOf(sum) + 1]! || NONE;
  }

  /** Reads the first entries before any use, so that the processor waits for memory only once. */
  findAll(sums: Int32Array, sets: Int32Array, count: number, lying: number, found: Int32Array): void {
    const table = this.#table;
    const bits = this.#bits;
    for (let index = 0; index < count; index++) {
      const sum = (sums[sets[index]!]! + lying) | 0;
      const place = placeOf(sum, bits) * 2;
      found[2 * index] = table[place]! ^ sum;
      found[2 * index + 1] = table[place + 1]!;
    }
    for (let index = 0; index < count; index++) {
      const group = found[2 * index + 1]!;
      if (group === 0) found[index] = NONE;
      else if (found[2 * index] === 0) found[index] = group;
      else found[index] = this.find((sums[sets[index]!]! + lying) | 0);
    }
  }

  /** Whether one more letter may make a word. False positives are possible. */
  mayBeWithOneMore(sum: number): boolean {
    return this.#lacking.mayHave(sum);
  }

  /** Collects sets that may be words with existing letters. False positives are possible. */
  likely(
    { sums, alike, common }: Pick<LetterSets, 'sums' | 'alike' | 'common'>,
    from: number,
    to: number,
    lying: number,
    noted: Int32Array,
  ): number {
    let count = 0;
    for (let set = from; set < to; ) {
      const many = alike[set]!;
      const end = set + (many < 0 ? -many : many);
      if (many < 0 || this.mayBeWithOneMore((common[set]! + lying) | 0))
        count = this.#some.note(sums, set, end, lying, noted, count);
      set = end;
    }
    return count;
  }

  /** All words of a length, letter by letter. */
  ofLength(length: number): Uint8Array {
    this.#byLength ??= this.#sortByLength();
    return this.#byLength[length] ?? none;
  }

  #placeOf(sum: number): number {
    const table = this.#table;
    for (let place = placeOf(sum, this.#bits) * 2; ; place = (place + 2) & (table.length - 1))
      if (table[place + 1] === 0 || table[place] === sum) return place;
  }

  #grouped({ count, letters, starts, sums }: ListedWords): Uint8Array {
    const table = this.#table;
    /** The next word with the same sum, plus 1. */
    const next = new Int32Array(count);
    for (let word = 0; word < count; word++) {
      const sum = sums[word]!;
      this.#some.add(sum);
      const place = this.#placeOf(sum);
      table[place] = sum;
      next[word] = table[place + 1]!;
      table[place + 1] = word + 1;
    }
    // Offset 0 is unused, because 0 means empty.
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

  #sortByLength(): readonly Uint8Array[] {
    const { groups } = this;
    const ends: number[] = [];
    for (let at = 1; at < groups.length; at += groups[at]! + 1) {
      const length = groups[at]!;
      ends[length] = (ends[length] ?? 0) + length;
    }
    const byLength = Array.from(ends, (end = 0) => new Uint8Array(end));
    ends.fill(0);
    for (let at = 1; at < groups.length; at += groups[at]! + 1) {
      const length = groups[at]!;
      byLength[length]!.set(groups.subarray(at + 1, at + 1 + length), ends[length]!);
      ends[length]! += length;
    }
    return byLength;
  }
}

/** Words as consecutive letters. `starts` has their offsets and the end. */
class ListedWords {
  letters: Uint8Array;
  readonly starts: Int32Array;
  readonly sums: Int32Array;
  count = 0;
  readonly #lacking: SumFilter;
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

/** A Bloom filter with one hash, small enough for the processor's cache. */
class SumFilter {
  readonly #size: number;
  readonly #bits: Int32Array;

  /** `size` is the number of bits of an index. */
  constructor(size: number) {
    this.#size = size;
    this.#bits = new Int32Array(1 << (size - 5));
  }

  /** False positives are possible. */
  mayHave(sum: number): boolean {
    const place = placeOf(sum, this.#size);
    return ((this.#bits[place >>> 5]! >>> (place & 31)) & 1) === 1;
  }

  /** Collects sums that may be present. No branch depends on the data. */
  note(sums: Int32Array, from: number, to: number, more: number, noted: Int32Array, before: number): number {
    const bits = this.#bits;
    const size = this.#size;
    let count = before;
    for (let index = from; index < to; index++) {
      const place = placeOf((sums[index]! + more) | 0, size);
      noted[count] = index;
      count += (bits[place >>> 5]! >>> (place & 31)) & 1;
    }
    return count;
  }

  add(sum: number): void {
    const place = placeOf(sum, this.#size);
    this.#bits[place >>> 5]! |= 1 << (place & 31);
  }
}
