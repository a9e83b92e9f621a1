import { type Automaton, ENDS_WORD, LETTER_SHIFT, letterNumber, TARGET } from './automaton.ts';
import type { Fault } from './problem.ts';
import { States } from './states.ts';
import { LONGEST_WORD } from './word-list.ts';

const MOST_LETTERS = 255;
export const LATIN: readonly string[] = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');

export type Built =
  | { readonly ok: true; readonly automaton: Automaton }
  | { readonly ok: false; readonly fault: Fault };

/** Builds the minimal automaton of words that are in upper case, sorted by code point and without duplicates. */
export function build(words: readonly string[], mostEdges = TARGET): Built {
  const long = words.flatMap((text, index) =>
    isLong(text) ? [{ line: index + 1, text, why: 'long' as const }] : [],
  );
  if (long.length > 0) return { ok: false, fault: { is: 'bad-lines', lines: long, count: long.length } };
  const alphabet = alphabetOf(words);
  if (alphabet.length > MOST_LETTERS)
    return { ok: false, fault: { is: 'many-letters', letters: alphabet.length, most: MOST_LETTERS } };
  const minimiser = new Minimiser();
  const letters = new Uint8Array(LONGEST_WORD);
  for (const word of words) {
    minimiser.add(letters, spell(word, alphabet, letters));
    if (minimiser.states.used > mostEdges) break;
  }
  const { edges, root } = minimiser.finish();
  if (edges.length > mostEdges) return { ok: false, fault: { is: 'too-big', words: words.length } };
  return { ok: true, automaton: { words: words.length, alphabet, edges, root } };
}

const isLong = (word: string) => word.length > LONGEST_WORD && Array.from(word).length > LONGEST_WORD;

/** A to Z, even if unused, then the other letters of the words by code point. */
function alphabetOf(words: readonly string[]): string[] {
  const others = new Set<string>();
  for (const word of words) {
    if (/^[A-Z]*$/.test(word)) continue;
    for (const letter of word) if (letter < 'A' || letter > 'Z') others.add(letter);
  }
  return [...LATIN, ...[...others].sort((one, other) => one.codePointAt(0)! - other.codePointAt(0)!)];
}

/** Writes the numbers of the letters, and returns their count. */
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
 * Builds a minimal automaton from sorted words (Daciuk et al., Incremental construction of minimal acyclic finite-state automata, 2000):
 * a state that no later word can change is looked up among the finished states, and added only if there is no equal one.
 */
class Minimiser {
  readonly states = new States();
  /** The last word and the unfinished states along it, with a row of edges for each. */
  private readonly last = new Uint8Array(LONGEST_WORD);
  private length = 0;
  private readonly open = new Uint32Array((LONGEST_WORD + 1) * MOST_EDGES_OF_A_STATE);
  private readonly counts = new Uint16Array(LONGEST_WORD + 1);

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
    return { edges: this.states.finish(), root };
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
    const count = this.counts[depth]!;
    this.counts[depth] = 0;
    return this.states.like(this.open, depth * MOST_EDGES_OF_A_STATE, count);
  }
}
