import { judgeGuess, pointsOf } from '../../host/games/boggle/judge.ts';
import { pathFinder } from '../../host/games/boggle/path-finder.ts';
import { wordFinder } from '../../host/games/boggle/word-finder.ts';
import type { Lexicon } from '../../host/lexicon/lexicon.ts';
import { boardFrom } from '../games/boggle-table.ts';

/** One board with its words, as it is in `docs/vectors`. */
export interface BoggleBoard {
  readonly board: string;
  readonly on: readonly (readonly [word: string, points: number])[];
  readonly off: readonly string[];
}

/** The same board, with the words that this host finds on it, and those of `off` that it says are on it too. */
export function found({ board, off }: BoggleBoard, lexicon: Lexicon): BoggleBoard {
  const laid = boardFrom(board);
  const on = wordFinder(lexicon).wordsOn(laid).sort();
  const table = { paths: pathFinder(laid), lexicon };
  const missed = off.filter((word) => {
    const judgement = judgeGuess(table, word);
    return !judgement.right && judgement.reason === 'notonboard';
  });
  return { board, on: on.map((word) => [word, pointsOf(word)] as const), off: missed };
}
