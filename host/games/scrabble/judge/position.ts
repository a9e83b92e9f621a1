import { SparseGrid } from '../../../core/sparse-grid.ts';
import type { Placement } from '../wire/messages.ts';

/** Offsets after x and y in the grid. */
const ID = 2;
const LETTER = 3;
const POINTS = 4;

/** The tiles on the board, as an immutable value. */
export class Position {
  readonly #grid: SparseGrid;

  constructor(grid: SparseGrid) {
    this.#grid = grid;
  }

  get count(): number {
    return this.#grid.count;
  }

  tileAt(x: number, y: number): Placement | undefined {
    const index = this.indexAt(x, y);
    return index < 0 ? undefined : this.#tile(index);
  }

  /** Tiles in the order of laying, after the first `after`. */
  tiles(after = 0): Placement[] {
    return Array.from({ length: this.count - after }, (_, index) => this.#tile(after + index));
  }

  /** The places must be free, because they were judged. */
  with(placements: readonly Placement[]): Position {
    const laid: number[] = [];
    for (const { x, y, id, letter, points } of placements)
      laid.push(x, y, id, letter.codePointAt(0)!, points);
    return new Position(this.#grid.with(laid));
  }

  /** For hot paths without allocation. Returns -1 for a free place. */
  indexAt(x: number, y: number): number {
    return this.#grid.indexAt(x, y);
  }

  xOf(index: number): number {
    return this.#grid.field(index, 0);
  }

  yOf(index: number): number {
    return this.#grid.field(index, 1);
  }

  /** The code point of the letter. */
  letterOf(index: number): number {
    return this.#grid.field(index, LETTER);
  }

  pointsOf(index: number): number {
    return this.#grid.field(index, POINTS);
  }

  #tile(index: number): Placement {
    return {
      x: this.xOf(index),
      y: this.yOf(index),
      id: this.#grid.field(index, ID),
      letter: String.fromCodePoint(this.letterOf(index)),
      points: this.pointsOf(index),
    };
  }
}

export const emptyPosition = new Position(SparseGrid.empty(3));
