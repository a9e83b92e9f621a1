import { draw, type Stream } from '../../host/core/chance.ts';
import { inOrder } from '../games/drawings.ts';
import { lexiconWith } from '../games/table.ts';
import type { Mind } from './racer-script.ts';

/** A bunch of two letters, and words that are any As and then any Bs: every hand is a word. */
export const rowBunch = { A: 9, B: 9 };
export const rowLexicon = lexiconWith(
  Array.from(
    { length: 19 * 19 },
    (_, index) => 'A'.repeat(index % 19) + 'B'.repeat(Math.floor(index / 19)),
  ).filter((word) => word.length > 1),
);

/** Lays all letters in a row. A letter takes some steps: by chance, and by what it is. */
export function rowMind(chance: Stream): Mind {
  let stream = chance;
  let hand = '';
  let left = 0;
  return {
    give(letters) {
      hand += letters;
      for (const letter of letters) {
        let more: number;
        [more, stream] = draw(stream, 3);
        left += (letter === 'B' ? 4 : 1) + more;
      }
    },
    get isComplete() {
      return left === 0;
    },
    step: () => void left--,
    unwanted: () => undefined,
    rows: () => [inOrder(hand)],
  };
}
