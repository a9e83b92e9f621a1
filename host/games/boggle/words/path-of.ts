import type { Board } from '../board/board.ts';

/** The cells that spell a word in capitals, each a neighbour of the one before, none twice; nothing where none do. */
export function pathOf(board: Board, word: string): readonly number[] | undefined {
  if (word === '') return undefined;
  const all = board.cells.map((_, cell) => cell);
  return pathFrom(board, word, 0, all, []);
}

function pathFrom(
  board: Board,
  word: string,
  place: number,
  cells: readonly number[],
  path: readonly number[],
): readonly number[] | undefined {
  if (place === word.length) return path;
  for (const cell of cells) {
    const letters = board.cells[cell]!;
    if (!word.startsWith(letters, place) || path.includes(cell)) continue;
    const found = pathFrom(board, word, place + letters.length, board.neighbours[cell]!, [...path, cell]);
    if (found) return found;
  }
  return undefined;
}
