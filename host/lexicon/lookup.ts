import { type Automaton, ENDS_WORD, LAST_EDGE, LETTER_SHIFT, step, TARGET } from './automaton.ts';

// A module's own constants are folded into the code, imported ones are not: see `step`.
const ENDS = ENDS_WORD;
const LAST = LAST_EDGE;
const SHIFT = LETTER_SHIFT;
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
