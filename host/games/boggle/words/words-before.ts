import { type Automaton, ENDS_WORD, LAST_EDGE, TARGET } from '../../../lexicon/automaton.ts';

/**
 * For each edge how many words go through those that leave its state before it. Summed up along a word they are its
 * number in the list, from 0.
 */
export function wordsBefore({ edges }: Automaton): Int32Array {
  const before = new Int32Array(edges.length);
  const wordsFrom = new Int32Array(edges.length);
  let state = 1;
  let words = 0;
  for (let index = 1; index < edges.length; index++) {
    const edge = edges[index]!;
    before[index] = words;
    words += (edge & ENDS_WORD ? 1 : 0) + wordsFrom[edge & TARGET]!;
    if (!(edge & LAST_EDGE)) continue;
    wordsFrom[state] = words;
    state = index + 1;
    words = 0;
  }
  return before;
}
