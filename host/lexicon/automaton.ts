/**
 * The shape of a compiled word list: one array of edges. The edges of a state follow one
 * another; a state is the index of its first edge, 0 if it has none. A hot path: no objects, no branches
 * that are not needed.
 *
 *   bits 0-21   the state that the edge leads to
 *   bit 22      a word ends here
 *   bit 23      the last edge of its state
 *   bits 24-31  the letter: its place in the alphabet, from 1 (0 is kept for a GADDAG's separator)
 */
export const TARGET = 0x003f_ffff;
export const ENDS_WORD = 0x0040_0000;
export const LAST_EDGE = 0x0080_0000;
export const LETTER_SHIFT = 24;

export interface Automaton {
  /** How many words it holds. */
  readonly words: number;
  /** The letters in the order of their numbers: the first is letter 1. One code point each. */
  readonly alphabet: readonly string[];
  readonly edges: Uint32Array;
  /** The state before any letter. */
  readonly root: number;
}

// What a module exports is read again at each use; constants of its own are folded into the code, which halves the
// time of a step.
const SHIFT = LETTER_SHIFT;
const LAST = LAST_EDGE;

/** The edge that leaves `state` with `letter`, or 0 where there is none. */
export function step(edges: Uint32Array, state: number, letter: number): number {
  if (state === 0) return 0;
  for (let index = state; ; index++) {
    const edge = edges[index]!;
    if (edge >>> SHIFT === letter) return edge;
    if (edge & LAST) return 0;
  }
}

/** Every word, in order. */
export function* wordsOf({ edges, alphabet, root }: Automaton): Generator<string> {
  yield* wordsFrom(root, '');

  function* wordsFrom(state: number, before: string): Generator<string> {
    if (state === 0) return;
    for (let index = state; ; index++) {
      const edge = edges[index]!;
      const word = before + alphabet[(edge >>> LETTER_SHIFT) - 1];
      if (edge & ENDS_WORD) yield word;
      yield* wordsFrom(edge & TARGET, word);
      if (edge & LAST_EDGE) return;
    }
  }
}

/**
 * For edges that come from outside: each state comes after all states that it leads to, and its last edge is marked, so
 * that no walk loops or leaves the array.
 */
export function isWellFormed({ edges, alphabet, root }: Automaton): boolean {
  const count = edges.length;
  if (count === 0 || root >= count || !(edges[count - 1]! & LAST_EDGE)) return false;
  let state = 1;
  for (let index = 1; index < count; index++) {
    const edge = edges[index]!;
    const letter = edge >>> LETTER_SHIFT;
    if ((edge & TARGET) >= state || letter === 0 || letter > alphabet.length) return false;
    if (edge & LAST_EDGE) state = index + 1;
  }
  return true;
}

// A module's own constants are folded into the code, imported ones are not: see `step`.
const ENDS = ENDS_WORD;
const TO = TARGET;
const LATIN = 26;
const BEFORE_A = 64;

/**
 * Whether the list holds this word. Words are upper case: a lower-case one is simply not in it.
 * A hot path: A to Z are letters 1 to 26 in every list, so that most words need no look into the alphabet;
 * `step` is written out, and `| 0` keeps edges small integers.
 */
export function hasWord(automaton: Automaton, word: string): boolean {
  const edges = automaton.edges;
  let state = automaton.root;
  let edge = 0;
  for (let place = 0; place < word.length; place++) {
    const letter = (word.charCodeAt(place) - BEFORE_A) | 0;
    if (letter < 1 || letter > LATIN) return hasForeignWord(automaton, word);
    if (state === 0) return false;
    edge = edges[state]! | 0;
    while (edge >>> SHIFT !== letter) {
      if (edge & LAST) return false;
      edge = edges[++state]! | 0;
    }
    state = edge & TO;
  }
  return (edge & ENDS) !== 0;
}

/** The same for a word that has other letters than A to Z, or what is no letter. */
function hasForeignWord({ edges, alphabet, root }: Automaton, word: string): boolean {
  let state = root;
  let edge = 0;
  for (const character of word) {
    const letter = letterNumber(alphabet, character.codePointAt(0)!);
    if (letter === 0) return false;
    edge = step(edges, state, letter);
    state = edge & TARGET;
  }
  return (edge & ENDS_WORD) !== 0;
}

/** The number of a letter in this alphabet, or 0 where it is not in it. */
export function letterNumber(alphabet: readonly string[], codePoint: number): number {
  const latin = codePoint - BEFORE_A;
  if (latin >= 1 && latin <= LATIN) return latin;
  let low = LATIN;
  let high = alphabet.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const there = alphabet[middle]!.codePointAt(0)!;
    if (there === codePoint) return middle + 1;
    if (there < codePoint) low = middle + 1;
    else high = middle - 1;
  }
  return 0;
}

/** The number of every letter, for those who turn many letters into numbers: tile sets, racks, boards. */
export function letterNumbers(alphabet: readonly string[]): ReadonlyMap<string, number> {
  return new Map(alphabet.map((letter, place) => [letter, place + 1]));
}
