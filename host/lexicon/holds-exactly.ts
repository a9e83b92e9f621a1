import { type Automaton, ENDS_WORD, isWellFormed, LAST_EDGE, step, TARGET } from './automaton.ts';
import { letterNumber } from './lookup.ts';

const LF = 10;
const A = 65;
const LATIN = 26;

/**
 * Whether a compiled list holds the words of this text and no other: it has each of them, and as many paths to the end of
 * a word as there are words. A checksum in the file can be forged, but not this.
 */
export function holdsExactly(automaton: Automaton, text: string): boolean {
  if (!isWellFormed(automaton) || !isInOrder(automaton.alphabet)) return false;
  return countWays(automaton) === automaton.words && countHeld(automaton, text) === automaton.words;
}

/** How many words of the text the list has; less than none where one is missing. A hot path: no words are made. */
function countHeld({ edges, alphabet, root }: Automaton, text: string): number {
  let held = 0;
  let state = root;
  let edge = 0;
  for (let place = 0; place < text.length; place++) {
    const code = text.codePointAt(place)!;
    if (code === LF) {
      if ((edge & ENDS_WORD) === 0) return -1;
      held++;
      state = root;
      edge = 0;
      continue;
    }
    if (code > 0xffff) place++;
    edge = step(edges, state, letterNumber(alphabet, code));
    if (edge === 0) return -1;
    state = edge & TARGET;
  }
  return state === root && edge === 0 ? held : -1;
}

/** A to Z are the letters 1 to 26; the others are found by binary search. */
function isInOrder(alphabet: readonly string[]): boolean {
  return alphabet.every((letter, place) => {
    const code = letter.codePointAt(0)!;
    return place < LATIN ? code === A + place : code > alphabet[place - 1]!.codePointAt(0)!;
  });
}

/** States come after all that they lead to. */
function countWays({ edges, root }: Automaton): number {
  const ways = new Float64Array(edges.length);
  let state = 1;
  for (let index = 1; index < edges.length; index++) {
    const edge = edges[index]!;
    ways[state]! += (edge & ENDS_WORD ? 1 : 0) + ways[edge & TARGET]!;
    if (edge & LAST_EDGE) state = index + 1;
  }
  return ways[root]!;
}
