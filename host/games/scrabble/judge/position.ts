import { SparseGrid } from '../../../core/sparse-grid.ts';
import type { Placement } from '../wire/messages.ts';

/** What each place of the grid holds, after its x and y. */
const ID = 2;
const LETTER = 3;
const POINTS = 4;

/** What lies on the board. A value: `with` gives another position. */
export class Position {
  readonly #grid: SparseGrid;

  constructor(grid: SparseGrid) {
    this.#grid = grid;
  }

  /** How many tiles lie. */
  get count(): number {
    return this.#grid.count;
  }

  tileAt(x: number, y: number): Placement | undefined {
    const index = this.indexAt(x, y);
    return index < 0 ? undefined : this.#tile(index);
  }

  /** In the order in which they were laid, after so many of them. */
  tiles(after = 0): Placement[] {
    return Array.from({ length: this.count - after }, (_, index) => this.#tile(after + index));
  }

  /** Nothing lies at these places yet: they have been judged. */
  with(placements: readonly Placement[]): Position {
    const laid: number[] = [];
    for (const { x, y, id, letter, points } of placements)
      laid.push(x, y, id, letter.codePointAt(0)!, points);
    return new Position(this.#grid.with(laid));
  }

  /** For hot paths, which make nothing: the number of what lies there, or -1. */
  indexAt(x: number, y: number): number {
    return this.#grid.indexAt(x, y);
  }

  xOf(index: number): number {
    return this.#grid.field(index, 0);
  }

  yOf(index: number): number {
    return this.#grid.field(index, 1);
  }

  /** The code point of its letter. */
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
