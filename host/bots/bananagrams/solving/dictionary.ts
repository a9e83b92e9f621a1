import { ENDS_WORD, LAST_EDGE, LETTER_SHIFT, step, TARGET } from '../../../lexicon/automaton.ts';
import { LETTERS } from './letters.ts';

/** The part of a compiled word list that this player uses. A to Z have the numbers 1 to 26 there: this player's codes. */
export interface Dictionary {
  readonly edges: Uint32Array;
  readonly root: number;
}

/** The edge from this state with this letter, or 0. */
export const follow = (dictionary: Dictionary, state: number, code: number): number =>
  step(dictionary.edges, state, code);

/** The letters, one bit each by code, that lead from this state to a word which goes on with `after`. */
export function lettersBefore(dictionary: Dictionary, state: number, after: readonly number[]): number {
  let letters = 0;
  if (state === 0) return letters;
  for (let index = state; ; index++) {
    const edge = dictionary.edges[index]!;
    const code = edge >>> LETTER_SHIFT;
    if (code <= LETTERS && endsWord(dictionary, edge, after)) letters |= 1 << code;
    if (edge & LAST_EDGE) return letters;
  }
}

export function isWord(dictionary: Dictionary, codes: readonly number[]): boolean {
  const [first, ...others] = codes;
  return first !== undefined && endsWord(dictionary, follow(dictionary, dictionary.root, first), others);
}

function endsWord(dictionary: Dictionary, edge: number, after: readonly number[]): boolean {
  let last = edge;
  for (const code of after) last = follow(dictionary, last & TARGET, code);
  return (last & ENDS_WORD) !== 0;
}
