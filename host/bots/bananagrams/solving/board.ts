import { letterOf } from './letters.ts';

/**
 * The player's own board: a square so wide that its border is never met in an ordinary game. A cell is
 * `row * SIDE + column`; cells on the border stay empty, so a neighbour is always a cell too.
 */
export const SIDE = 256;
export const ACROSS = 1;
export const DOWN = SIDE;
export type Direction = typeof ACROSS | typeof DOWN;
export const CENTRE = (SIDE / 2) * SIDE + SIDE / 2;

export const otherDirection = (direction: Direction): Direction => (direction === ACROSS ? DOWN : ACROSS);
export const columnOf = (cell: number): number => cell % SIDE;
export const rowOf = (cell: number): number => Math.floor(cell / SIDE);

export function onBorder(cell: number): boolean {
  const column = columnOf(cell);
  const row = rowOf(cell);
  return column === 0 || row === 0 || column === SIDE - 1 || row === SIDE - 1;
}

export class Board {
  /** The code of the letter in each cell, 0 where there is none. */
  readonly letters = new Uint8Array(SIDE * SIDE);
  /** The cells that hold a tile, in no order. */
  readonly taken: number[] = [];
  readonly #placeInTaken = new Int32Array(SIDE * SIDE);
  /** What was done, to undo it: the cell with the letter put there, or minus the letter taken from there. */
  readonly #done: { readonly cell: number; readonly code: number }[] = [];

  put(cell: number, code: number): void {
    this.#set(cell, code);
    this.#done.push({ cell, code });
  }

  take(cell: number): number {
    const code = this.#clear(cell);
    this.#done.push({ cell, code: -code });
    return code;
  }

  /** A state to return to. Earlier ones are forgotten. */
  mark(): void {
    this.#done.length = 0;
  }

  goBack(): void {
    for (let last = this.#done.pop(); last; last = this.#done.pop()) {
      if (last.code > 0) this.#clear(last.cell);
      else this.#set(last.cell, -last.code);
    }
  }

  #set(cell: number, code: number): void {
    this.letters[cell] = code;
    this.#placeInTaken[cell] = this.taken.push(cell) - 1;
  }

  #clear(cell: number): number {
    const code = this.letters[cell]!;
    this.letters[cell] = 0;
    const last = this.taken.pop()!;
    if (last !== cell) {
      this.taken[this.#placeInTaken[cell]!] = last;
      this.#placeInTaken[last] = this.#placeInTaken[cell]!;
    }
    return code;
  }
}

/** The rows of the smallest rectangle that holds every tile, `.` for an empty cell. */
export function drawing(board: Board): string[] {
  if (board.taken.length === 0) return [];
  const columns = board.taken.map(columnOf);
  const rows = board.taken.map(rowOf);
  const [left, right] = [Math.min(...columns), Math.max(...columns)];
  const [top, bottom] = [Math.min(...rows), Math.max(...rows)];
  const sign = (cell: number) => (board.letters[cell] ? letterOf(board.letters[cell]) : '.');
  return Array.from({ length: bottom - top + 1 }, (_, down) =>
    Array.from({ length: right - left + 1 }, (_, across) => sign((top + down) * SIDE + left + across)).join(
      '',
    ),
  );
}
