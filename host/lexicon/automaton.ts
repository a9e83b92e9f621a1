/**
 * The shape of a compiled word list: one array of edges. The edges that leave a state stand one after the
 * other; a state is the index of its first edge, 0 where there is none. A hot path: no objects, no branches
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

/** The edge that leaves `state` with `letter`, or 0 where there is none. */
export function step(edges: Uint32Array, state: number, letter: number): number {
  if (state === 0) return 0;
  for (let index = state; ; index++) {
    const edge = edges[index]!;
    if (edge >>> LETTER_SHIFT === letter) return edge;
    if (edge & LAST_EDGE) return 0;
  }
}
