/**
 * The format of a compiled word list: one array of edges. The edges of a state are consecutive, and a state is the index of its first
 * edge, or 0 if it has no edges. The functions are hot paths, so they use neither objects nor unnecessary branches.
 *
 *   bits 0-21   the state that the edge leads to
 *   bit 22      a word ends here
 *   bit 23      the last edge of its state
 *   bits 24-31  the number of the letter in the alphabet, from 1 (0 is the separator of a GADDAG)
 */
export const TARGET = 0x003f_ffff;
export const ENDS_WORD = 0x0040_0000;
export const LAST_EDGE = 0x0080_0000;
export const LETTER_SHIFT = 24;

export interface Automaton {
  /** The number of words. */
  readonly words: number;
  /** The letters in the order of their numbers, from 1. Each is one code point. */
  readonly alphabet: readonly string[];
  readonly edges: Uint32Array;
  /** The start state. */
  readonly root: number;
}

// An imported constant is read at each use, while a constant of the own module is folded into the code. This halves the time
// of a step.
const SHIFT = LETTER_SHIFT;
const LAST = LAST_EDGE;

/** The edge that leaves `state` with `letter`, or 0 if there is none. */
export function step(edges: Uint32Array, state: number, letter: number): number {
  if (state === 0) return 0;
  for (let index = state; ; index++) {
    const edge = edges[index]!;
    if (edge >>> SHIFT === letter) return edge;
    if (edge & LAST) return 0;
  }
}

/** Yields all words, or those of up to so many letters, in order. */
export function* wordsOf(
  { edges, alphabet, root }: Automaton,
  longest = Number.POSITIVE_INFINITY,
): Generator<string> {
  yield* wordsFrom(root, '');

  function* wordsFrom(state: number, before: string): Generator<string> {
    if (state === 0) return;
    for (let index = state; ; index++) {
      const edge = edges[index]!;
      const word = before + alphabet[(edge >>> LETTER_SHIFT) - 1];
      if (edge & ENDS_WORD && word.length <= longest) yield word;
      if (word.length < longest) yield* wordsFrom(edge & TARGET, word);
      if (edge & LAST_EDGE) return;
    }
  }
}

/**
 * Checks edges from outside: each state must come after all states that it leads to, and its last edge must be marked. Then no walk
 * loops or leaves the array.
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

// A constant of the own module is faster than an imported one: see `step`.
const ENDS = ENDS_WORD;
const TO = TARGET;
const LATIN = 26;
const BEFORE_A = 64;

/**
 * Whether the list contains a word in upper case. This is a hot path: A to Z are letters 1 to 26 in every list, so most words need no
 * look into the alphabet; `step` is written out, and `| 0` keeps edges small integers.
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

/** Looks up a word that has other characters than A to Z. */
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

/** The number of a letter in this alphabet, or 0 if it has no such letter. */
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

/** The numbers of all letters, for code that converts many letters: tile sets, racks, boards. */
export function letterNumbers(alphabet: readonly string[]): ReadonlyMap<string, number> {
  return new Map(alphabet.map((letter, place) => [letter, place + 1]));
}
