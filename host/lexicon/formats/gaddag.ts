import { type Automaton, ENDS_WORD, LAST_EDGE, LETTER_SHIFT, TARGET } from '../automaton.ts';
import type { Fault } from '../problem.ts';
import { States } from '../states.ts';
import { LONGEST_WORD } from '../word-list.ts';

/** Separates the letters before a square, which are read backwards, from those after it. */
export const SEPARATOR = 0;

/**
 * An automaton with a second start state (Gordon's GADDAG, 1994). From `backwards` on, it reads a word
 * from any of its letters back to the first one, then `SEPARATOR`, then the remaining letters. A word that is read backwards from its
 * last letter has no separator.
 */
export interface Gaddag extends Automaton {
  readonly backwards: number;
}

export type GaddagMade =
  | { readonly ok: true; readonly gaddag: Gaddag }
  | { readonly ok: false; readonly fault: Fault };

const LETTERS = 256;

/**
 * Builds the minimal GADDAG. After a separator the same letters can follow as in the automaton of words, so both share these states. Only
 * the prefixes of words are read backwards, each once.
 */
export function gaddagOf(automaton: Automaton): GaddagMade {
  const { edges, backwards } = new Backwards(automaton).finish();
  return edges.length > TARGET
    ? { ok: false, fault: { is: 'too-big', words: automaton.words } }
    : { ok: true, gaddag: { ...automaton, edges, backwards } };
}

/** The prefixes of all words: the last letter of each, the prefix without it, and the edge that leads to it. Prefix 0 is empty. */
interface Beginnings {
  readonly count: number;
  readonly letter: Uint8Array;
  readonly before: Uint32Array;
  readonly edge: Uint32Array;
}

/** Builds the backward states. Prefixes are sorted in place by their letters from the last one on, one letter at a time (radix sort). */
class Backwards {
  readonly #states: States;
  readonly #beginnings: Beginnings;
  /** The prefixes, and the unread part of each. Prefixes with the same letters read so far are adjacent. */
  readonly #which: Uint32Array;
  readonly #unread: Uint32Array;
  readonly #spareWhich: Uint32Array;
  readonly #spareUnread: Uint32Array;
  readonly #row = new Uint32Array((LONGEST_WORD + 1) * LETTERS);
  readonly #ends = new Uint32Array((LONGEST_WORD + 1) * (LETTERS + 1));

  constructor(automaton: Automaton) {
    this.#states = new States(automaton.edges);
    this.#beginnings = beginningsOf(automaton);
    const { count } = this.#beginnings;
    this.#which = Uint32Array.from({ length: count }, (_, index) => index + 1);
    this.#unread = this.#which.slice();
    this.#spareWhich = new Uint32Array(count);
    this.#spareUnread = new Uint32Array(count);
  }

  finish(): { readonly edges: Uint32Array; readonly backwards: number } {
    const backwards = this.#stateOf(0, this.#which.length, 0) & TARGET;
    return { edges: this.#states.finish(), backwards };
  }

  /** The state after `depth` letters that all prefixes of this group have in common. */
  #stateOf(from: number, to: number, depth: number): number {
    if (to - from === 1) return this.#stateOfOne(from, depth);
    this.#sort(from, to, depth);
    const ends = depth * (LETTERS + 1);
    const row = depth * LETTERS;
    let count = 0;
    let mark = 0;
    let start = from;
    for (let letter = 0; letter < LETTERS && start < to; letter++) {
      const end = this.#ends[ends + letter]!;
      if (end === start) continue;
      if (letter === 0) {
        const edge = this.#beginnings.edge[this.#which[start]!]!;
        mark = edge & ENDS_WORD;
        if (edge & TARGET) this.#row[row + count++] = edge & TARGET;
      } else this.#row[row + count++] = (letter << LETTER_SHIFT) | this.#stateOf(start, end, depth + 1);
      start = end;
    }
    return mark | (count === 0 ? 0 : this.#states.like(this.#row, row, count));
  }

  /** The states of a single prefix, with one edge each. */
  #stateOfOne(at: number, depth: number): number {
    const { letter, before, edge: edges } = this.#beginnings;
    const first = depth * LETTERS;
    let read = first;
    for (let rest = this.#unread[at]!; rest !== 0; rest = before[rest]!) this.#row[read++] = letter[rest]!;
    const edge = edges[this.#which[at]!]!;
    let state = edge & ENDS_WORD;
    if (edge & TARGET) {
      this.#row[read] = edge & TARGET;
      state |= this.#states.like(this.#row, read, 1);
    }
    while (read > first) {
      const place = --read;
      this.#row[place] = (this.#row[place]! << LETTER_SHIFT) | state;
      state = this.#states.like(this.#row, place, 1);
    }
    return state;
  }

  /** Sorts a group by the next letter. Prefixes without one come first. `#ends` has the end of each letter's part. */
  #sort(from: number, to: number, depth: number): void {
    const { letter, before } = this.#beginnings;
    const base = depth * (LETTERS + 1);
    const ends = this.#ends;
    ends.fill(0, base, base + LETTERS + 1);
    for (let at = from; at < to; at++) {
      const rest = this.#unread[at]!;
      this.#spareWhich[at] = this.#which[at]!;
      this.#spareUnread[at] = rest;
      ends[base + (rest === 0 ? 0 : letter[rest]!) + 1]!++;
    }
    ends[base] = from;
    for (let next = 1; next <= LETTERS; next++) ends[base + next]! += ends[base + next - 1]!;
    for (let at = from; at < to; at++) {
      const rest = this.#spareUnread[at]!;
      const place = ends[base + (rest === 0 ? 0 : letter[rest]!)]!++;
      this.#which[place] = this.#spareWhich[at]!;
      this.#unread[place] = rest === 0 ? 0 : before[rest]!;
    }
  }
}

function beginningsOf(automaton: Automaton): Beginnings {
  const { edges, root } = automaton;
  const count = countOf(automaton);
  const letter = new Uint8Array(count + 1);
  const before = new Uint32Array(count + 1);
  const edge = new Uint32Array(count + 1);
  let made = 0;
  const goOn = (state: number, beginning: number): void => {
    if (state === 0) return;
    for (let index = state; ; index++) {
      const next = ++made;
      letter[next] = edges[index]! >>> LETTER_SHIFT;
      before[next] = beginning;
      edge[next] = edges[index]!;
      goOn(edges[index]! & TARGET, next);
      if (edges[index]! & LAST_EDGE) return;
    }
  };
  goOn(root, 0);
  return { count, letter, before, edge };
}

/** Counts the prefixes. A state comes after the states that it leads to. */
function countOf({ edges, root }: Automaton): number {
  const counts = new Float64Array(edges.length);
  let state = 1;
  for (let index = 1; index < edges.length; index++) {
    counts[state]! += 1 + counts[edges[index]! & TARGET]!;
    if (edges[index]! & LAST_EDGE) state = index + 1;
  }
  return root === 0 ? 0 : counts[root]!;
}
