import type { Board } from '../../../../games/boggle/board/board.ts';
import { type PathFinder, pathFinder } from '../../../../games/boggle/words/path-finder.ts';

/** Cells of a board, each a neighbour of the one before, none twice. */
export type Path = readonly number[];

/** A finger or a pointer has come to this cell: to go back to the cell before takes the last one away. */
export function draggedTo(board: Board, path: Path, cell: number): Path {
  const last = path.at(-1);
  if (last === undefined) return [cell];
  if (path.at(-2) === cell) return path.slice(0, -1);
  return canFollow(board, path, cell) ? [...path, cell] : path;
}

/** This cell was chosen: after the last one it goes on, the last one is taken away, and any other begins a new word. */
export function chosen(board: Board, path: Path, cell: number): Path {
  if (path.at(-1) === cell) return path.slice(0, -1);
  return path.length > 0 && canFollow(board, path, cell) ? [...path, cell] : [cell];
}

function canFollow(board: Board, path: Path, cell: number): boolean {
  return !path.includes(cell) && board.neighbours[path.at(-1)!]!.includes(cell);
}

export function spelled({ cells }: Board, path: Path): string {
  return path.map((cell) => cells[cell]).join('');
}

/** Where a word that is typed lies on the board. */
export interface TypedPath {
  /** Of as much of it as there is. */
  readonly path: Path;
  /** All of it is there, or a cell has its last letters and more, as QU has Q. */
  readonly isWhole: boolean;
}

export class TypedWords {
  readonly #board: Board;
  readonly #paths: PathFinder;

  constructor(board: Board) {
    this.#board = board;
    this.#paths = pathFinder(board);
  }

  pathOf(typed: string): TypedPath {
    // The letters of a board are from A to Z: nothing else becomes one of them.
    const word = typed.trim().replace(/[a-z]+/g, (letters) => letters.toUpperCase());
    if (word === '') return { path: [], isWhole: true };
    for (let length = word.length; length > 0; length--) {
      const path = this.#beginning(word.slice(0, length));
      if (path) return { path, isWhole: length === word.length };
    }
    return { path: [], isWhole: false };
  }

  #beginning(word: string): Path | undefined {
    const whole = this.#paths.pathOf(word);
    if (whole) return whole;
    for (const rest of this.#restsOfCells) {
      const path = this.#paths.pathOf(word + rest);
      if (path) return path;
    }
    return undefined;
  }

  /** What may come to complete a cell of several letters. */
  get #restsOfCells(): readonly string[] {
    const rests = this.#board.cells.flatMap((cell) =>
      Array.from({ length: cell.length - 1 }, (_, taken) => cell.slice(taken + 1)),
    );
    return [...new Set(rests)];
  }
}
