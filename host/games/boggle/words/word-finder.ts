import { type Automaton, wordsOf } from '../../../lexicon/automaton.ts';
import type { Board } from '../board/board.ts';
import { pathOf } from './path-of.ts';

export interface WordFinder {
  /** Every word on the board, each once, sorted. */
  wordsOn(board: Board): string[];
}

export function wordFinder(lexicon: Automaton): WordFinder {
  return { wordsOn: (board) => [...wordsOf(lexicon)].filter((word) => pathOf(board, word) !== undefined) };
}
