import { type Automaton, ENDS_WORD, LAST_EDGE, LETTER_SHIFT, TARGET } from './automaton.ts';
import { letterNumber } from './lookup.ts';
import type { Fault } from './problem.ts';
import { LONGEST_WORD } from './word-list.ts';

const MOST_LETTERS = 255;
const LATIN = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');

export type Built =
  | { readonly ok: true; readonly automaton: Automaton }
  | { readonly ok: false; readonly fault: Fault };

/** The smallest automaton of these words: upper case, in the order of their code points, none twice. */
export function build(words: readonly string[], mostEdges = TARGET): Built {
  const alphabet = alphabetOf(words);
  if (alphabet.length > MOST_LETTERS)
    return { ok: false, fault: { is: 'many-letters', letters: alphabet.length, most: MOST_LETTERS } };
  const minimiser = new Minimiser();
  const letters = new Uint8Array(LONGEST_WORD);
  for (const word of words) {
    minimiser.add(letters, spell(word, alphabet, letters));
    if (minimiser.used > mostEdges) break;
  }
  const { edges, root } = minimiser.finish();
  if (edges.length > mostEdges) return { ok: false, fault: { is: 'too-big', words: words.length } };
  return { ok: true, automaton: { words: words.length, alphabet, edges, root } };
}

/** A to Z, used or not, then the other letters of these words by code point. */
function alphabetOf(words: readonly string[]): string[] {
  const others = new Set<string>();
  for (const word of words) {
    if (/^[A-Z]*$/.test(word)) continue;
    for (const letter of word) if (letter < 'A' || letter > 'Z') others.add(letter);
  }
  return [...LATIN, ...[...others].sort((one, other) => one.codePointAt(0)! - other.codePointAt(0)!)];
}

/** Writes the numbers of the letters; returns how many there are. */
function spell(word: string, alphabet: readonly string[], into: Uint8Array): number {
  let length = 0;
  for (let place = 0; place < word.length; place++) {
    const codePoint = word.codePointAt(place)!;
    if (codePoint > 0xffff) place++;
    into[length++] = letterNumber(alphabet, codePoint);
  }
  return length;
}

const MOST_EDGES_OF_A_STATE = 256;

/**
 * From sorted words to the smallest automaton: as soon as no later word can change a state, it is
 * looked up among the finished ones, and kept only if there is no equal one. A state comes after all states that
 * it leads to. A hot path: typed arrays, and a hash table of states that is open-addressed.
 */
class Minimiser {
  /** Edge 0 belongs to no state, so that state 0 can stand for none. */
  used = 1;
  private edges = new Uint32Array(1 << 14);
  private table = new Uint32Array(1 << 12);
  private states = 0;
  /** The last word, and the states along it, which are not finished: a row of edges for each. */
  private readonly last = new Uint8Array(LONGEST_WORD);
  private length = 0;
  private readonly open = new Uint32Array((LONGEST_WORD + 1) * MOST_EDGES_OF_A_STATE);
  private readonly counts = new Uint16Array(LONGEST_WORD + 1);

  constructor() {
    this.edges[0] = LAST_EDGE;
  }

  add(letters: Uint8Array, length: number): void {
    const { last, open, counts } = this;
    let shared = 0;
    while (shared < this.length && shared < length && last[shared] === letters[shared]) shared++;
    if (shared === length || (shared < this.length && last[shared]! > letters[shared]!))
      throw new Error('the words of a list must come to build() in order, none twice and none empty');
    this.finishBelow(shared);
    for (let depth = shared; depth < length; depth++) {
      const letter = letters[depth]!;
      last[depth] = letter;
      const ends = depth === length - 1 ? ENDS_WORD : 0;
      open[depth * MOST_EDGES_OF_A_STATE + counts[depth]!++] = (letter << LETTER_SHIFT) | ends;
    }
    this.length = length;
  }

  finish(): { readonly edges: Uint32Array; readonly root: number } {
    this.finishBelow(0);
    const root = this.counts[0] === 0 ? 0 : this.finishState(0);
    return { edges: this.edges.slice(0, this.used), root };
  }

  private finishBelow(depth: number): void {
    for (let below = this.length; below > depth; below--) {
      if (this.counts[below] === 0) continue;
      const state = this.finishState(below);
      const above = below - 1;
      this.open[above * MOST_EDGES_OF_A_STATE + this.counts[above]! - 1]! |= state;
    }
  }

  private finishState(depth: number): number {
    const from = depth * MOST_EDGES_OF_A_STATE;
    const count = this.counts[depth]!;
    this.counts[depth] = 0;
    this.open[from + count - 1]! |= LAST_EDGE;
    const mask = this.table.length - 1;
    for (let slot = hashOf(this.open, from) & mask; ; slot = (slot + 1) & mask) {
      const state = this.table[slot]!;
      if (state === 0) return this.keep(from, count, slot);
      if (this.isLike(state, from, count)) return state;
    }
  }

  /** Only the last edge of a state is marked as one, so that two of different length differ too. */
  private isLike(state: number, from: number, count: number): boolean {
    for (let place = 0; place < count; place++)
      if (this.edges[state + place] !== this.open[from + place]) return false;
    return true;
  }

  private keep(from: number, count: number, slot: number): number {
    const state = this.used;
    if (state + count > this.edges.length) this.edges = grown(this.edges);
    for (let place = 0; place < count; place++) this.edges[state + place] = this.open[from + place]!;
    this.used += count;
    this.table[slot] = state;
    if (++this.states * 2 > this.table.length) this.rehash();
    return state;
  }

  private rehash(): void {
    const before = this.table;
    const mask = before.length * 2 - 1;
    this.table = new Uint32Array(mask + 1);
    for (const state of before) {
      if (state === 0) continue;
      let slot = hashOf(this.edges, state) & mask;
      while (this.table[slot] !== 0) slot = (slot + 1) & mask;
      this.table[slot] = state;
    }
  }
}

function hashOf(edges: Uint32Array, from: number): number {
  let hash = 0;
  for (let place = from; ; place++) {
    const edge = edges[place]!;
    hash = Math.imul(hash ^ edge, 0x9e37_79b1);
    hash ^= hash >>> 15;
    if (edge & LAST_EDGE) return hash;
  }
}

function grown(edges: Uint32Array): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(edges.length * 2);
  larger.set(edges);
  return larger;
}
