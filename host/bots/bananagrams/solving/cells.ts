import { SIDE } from './board.ts';

/** A set of cells that is emptied at once. */
export class CellSet {
  readonly #stamps = new Int32Array(SIDE * SIDE);
  #stamp = 1;

  forget(): void {
    this.#stamp++;
  }

  has(cell: number): boolean {
    return this.#stamps[cell] === this.#stamp;
  }

  add(cell: number): void {
    this.#stamps[cell] = this.#stamp;
  }
}

/** What is allowed in each cell, as far as it has been asked since the board last changed. */
export class Crossings {
  readonly #known = new CellSet();
  readonly #letters = new Int32Array(SIDE * SIDE);

  forget(): void {
    this.#known.forget();
  }

  at(cell: number): number | undefined {
    return this.#known.has(cell) ? this.#letters[cell] : undefined;
  }

  set(cell: number, letters: number): number {
    this.#known.add(cell);
    this.#letters[cell] = letters;
    return letters;
  }
}
