import type { Board } from '../../games/scrabble/board/board.ts';

/** The most places in the cache. */
const MOST_PLACES = 500_000;

/** The same board with a cache of its squares, because a board program may be slow. */
export function rememberedBoard(board: Board): Board {
  const columns = new Map<number, Map<number, number>>();
  let places = 0;

  function squareAt(x: number, y: number): number {
    const column = columns.get(x);
    const known = column?.get(y);
    if (known !== undefined) return known;
    const found = board.squareAt(x, y);
    if (places++ === MOST_PLACES) {
      columns.clear();
      places = 1;
    }
    const kept = columns.get(x) ?? new Map<number, number>();
    columns.set(x, kept.set(y, found));
    return found;
  }

  return { ...board, squareAt };
}
