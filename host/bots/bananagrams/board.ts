import { ENDS_WORD, LAST_EDGE, LETTER_SHIFT, step, TARGET } from '../../lexicon/automaton.ts';

/**
 * The player's board. The square is so wide that ordinary games never reach its border. A cell is `row * SIDE
 * + column`. Border cells stay empty, so a neighbor is always a cell too.
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
  readonly letters = new Uint8Array(SIDE * SIDE);
  /** Cells that hold a tile, unordered. */
  readonly taken: number[] = [];
  readonly #placeInTaken = new Int32Array(SIDE * SIDE);
  /** Steps to undo: the cell with the letter that was put there, or minus the letter that was removed. */
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

  /** Marks a state to return to. Earlier marks are forgotten. */
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

/** The rows of the smallest rectangle that holds every tile. `.` is an empty cell. */
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

/** A letter is its place in the alphabet, from 1 (A) to 26 (Z); 0 is an empty cell. */
export const LETTERS = 26;

export const codeOf = (letter: string): number => letter.charCodeAt(0) - 64;
export const letterOf = (code: number): string => String.fromCharCode(code + 64);

/** The number of tiles of each letter, by code. */
export type Tiles = Uint16Array;

export const noTiles = (): Tiles => new Uint16Array(LETTERS + 1);

const groups = ['AEILNORST', 'DGU', 'BCFHMPY', 'KW', 'V', 'XZ', 'J', '', 'Q'];

/** How hard each letter is to place, by its code. Rough figures are enough. */
export const hardness: Float64Array = new Float64Array(LETTERS + 1);
for (const [index, letters] of groups.entries()) {
  for (const letter of letters) hardness[codeOf(letter)] = index + 1;
}

/** The part of a compiled word list that this player uses. Its codes for A to Z are 1 to 26, too. */
export interface Dictionary {
  readonly edges: Uint32Array;
  readonly root: number;
}

/** Returns 0 without an edge. */
export const follow = (dictionary: Dictionary, state: number, code: number): number =>
  step(dictionary.edges, state, code);

/** The letters that lead from this state to a word which continues with `after`, as one bit each. */
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
