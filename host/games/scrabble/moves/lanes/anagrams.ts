import { type Automaton, ENDS_WORD, LAST_EDGE, LETTER_SHIFT, TARGET } from '../../../../lexicon/automaton.ts';

const BITS = 22;
/** Odd, and without a pattern: the letters of a word are told by a sum, whatever their order. */
const MIXER = 0x9e37_79b1;

/** What a letter adds to the sum of a word. */
export function letterSum(letter: number): number {
  let sum = Math.imul(letter + 1, 0x85eb_ca6b);
  sum ^= sum >>> 13;
  sum = Math.imul(sum, 0xc2b2_ae35);
  return (sum ^ (sum >>> 16)) | 0;
}

/** Which letters can be put in some order so that they are a word. Sometimes yes where they cannot; never no where they can. */
export class Anagrams {
  readonly #bits = new Int32Array(1 << (BITS - 5));

  constructor(words: Pick<Automaton, 'edges' | 'root'>) {
    this.#add(words, words.root, 0);
  }

  mayBe(sum: number): boolean {
    const place = Math.imul(sum, MIXER) >>> (32 - BITS);
    return ((this.#bits[place >>> 5]! >>> (place & 31)) & 1) === 1;
  }

  #add(words: Pick<Automaton, 'edges' | 'root'>, state: number, sum: number): void {
    if (state === 0) return;
    for (let index = state; ; index++) {
      const edge = words.edges[index]!;
      const longer = (sum + letterSum(edge >>> LETTER_SHIFT)) | 0;
      if (edge & ENDS_WORD) {
        const place = Math.imul(longer, MIXER) >>> (32 - BITS);
        this.#bits[place >>> 5]! |= 1 << (place & 31);
      }
      this.#add(words, edge & TARGET, longer);
      if (edge & LAST_EDGE) return;
    }
  }
}

/** What can be laid so that all letters are those of a word. */
export interface Possible {
  /** How many tiles: a bit for each number. */
  readonly counts: number;
  /** By the number of tiles: the letters that a tile can be that stands for any, a bit each. */
  readonly wild: Int32Array;
}

/** Sets of tiles of a hand, and which of them can be words with letters that lie. */
export class HandSums {
  readonly #anagrams: Anagrams;
  /** By how many tiles: the sums of sets of tiles that can be one letter. */
  #sums: readonly Int32Array[] = [];
  #wild: readonly number[] = [];
  /** Nothing is ruled out. */
  #all: Possible = { counts: 0, wild: new Int32Array() };
  #isKnown = false;
  /** By the sum of what lies: what was found of it in this turn. */
  readonly #known = new Map<number, Possible>();

  constructor(anagrams: Anagrams) {
    this.#anagrams = anagrams;
  }

  /** The letters that each tile can be. */
  take(tiles: readonly (readonly number[])[]): void {
    this.#known.clear();
    this.#all = { counts: (1 << (tiles.length + 1)) - 2, wild: new Int32Array(tiles.length + 1).fill(-1) };
    const plain = tiles.filter((letters) => letters.length === 1);
    this.#isKnown = tiles.length - plain.length <= 1;
    if (!this.#isKnown) return;
    this.#wild = tiles.find((letters) => letters.length > 1) ?? [];
    this.#sums = sumsOf(
      plain.map(([letter]) => letterSum(letter!)),
      tiles.length,
    );
  }

  with(lying: number): Possible {
    if (!this.#isKnown) return this.#all;
    const known = this.#known.get(lying);
    if (known) return known;
    const anagrams = this.#anagrams;
    const wild = new Int32Array(this.#sums.length);
    let counts = 0;
    for (let count = 1; count < this.#sums.length; count++) {
      if (this.#sums[count]!.some((sum) => anagrams.mayBe((sum + lying) | 0))) counts |= 1 << count;
      for (const letter of this.#wild) {
        const own = (lying + letterSum(letter)) | 0;
        if (this.#sums[count - 1]!.some((sum) => anagrams.mayBe((sum + own) | 0)))
          wild[count]! |= 1 << letter;
      }
      if (wild[count] !== 0) counts |= 1 << count;
    }
    const possible = { counts, wild };
    this.#known.set(lying, possible);
    return possible;
  }
}

/** Each sum once. */
function sumsOf(letters: readonly number[], most: number): Int32Array[] {
  let sums: ReadonlySet<number>[] = [new Set([0]), ...Array.from({ length: most }, () => new Set<number>())];
  for (const letter of letters)
    sums = sums.map(
      (set, count) => new Set([...set, ...[...(sums[count - 1] ?? [])].map((sum) => (sum + letter) | 0)]),
    );
  return sums.map((set) => Int32Array.from(set));
}
