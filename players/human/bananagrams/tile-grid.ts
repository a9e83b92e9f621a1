export type Direction = 'across' | 'down';

/** The field has the size of the largest grid of the wire, so that any grid can be sent. */
export const SIDE = 999;
const MIDDLE = (SIDE * SIDE - 1) / 2;

export const columnOf = (cell: number): number => cell % SIDE;
export const rowOf = (cell: number): number => Math.floor(cell / SIDE);

/** The smallest rectangle with all tiles. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** A typed cell and its previous letter. */
interface Typed {
  readonly cell: number;
  readonly before: string | undefined;
}

/** The tiles of a hand and their places, as in a crossword editor with a cursor and a direction. */
export class TileGrid {
  cursor = MIDDLE;
  direction: Direction = 'across';
  readonly #laid = new Map<number, string>();
  readonly #loose = new Map<string, number>();
  /** Typed cells since the last move of the cursor. */
  #typed: Typed[] = [];

  get laid(): ReadonlyMap<number, string> {
    return this.#laid;
  }

  get loose(): ReadonlyMap<string, number> {
    return this.#loose;
  }

  get looseCount(): number {
    return [...this.#loose.values()].reduce((sum, count) => sum + count, 0);
  }

  get box(): Box | undefined {
    if (this.#laid.size === 0) return undefined;
    const cells = [...this.#laid.keys()];
    const columns = cells.map(columnOf);
    const rows = cells.map(rowOf);
    const [left, right] = [Math.min(...columns), Math.max(...columns)];
    return { left, right, top: Math.min(...rows), bottom: Math.max(...rows) };
  }

  receive(letters: string): void {
    for (const letter of letters) this.#loose.set(letter, (this.#loose.get(letter) ?? 0) + 1);
  }

  /** Removes a loose letter from the hand. Returns false without one. */
  giveUp(letter: string): boolean {
    const count = this.#loose.get(letter) ?? 0;
    if (count > 1) this.#loose.set(letter, count - 1);
    else this.#loose.delete(letter);
    return count > 0;
  }

  /** Lays a letter, or passes over an equal one, and advances. Returns false if impossible. */
  type(letter: string): boolean {
    const before = this.#laid.get(this.cursor);
    if (before !== letter) {
      if (!this.giveUp(letter)) return false;
      this.#takeFrom(this.cursor);
      this.#laid.set(this.cursor, letter);
    }
    this.#typed.push({ cell: this.cursor, before });
    this.#step(1);
    return true;
  }

  /** Moves back one cell and restores its previous state. */
  erase(): void {
    const last = this.#typed.pop();
    if (!last) {
      this.#step(-1);
      this.#takeFrom(this.cursor);
      return;
    }
    const { cell, before } = last;
    this.cursor = cell;
    if (this.#laid.get(cell) === before) return;
    this.#takeFrom(cell);
    if (before !== undefined && this.giveUp(before)) this.#laid.set(cell, before);
  }

  /** Takes the tile and leaves the cursor. */
  takeHere(): void {
    this.#typed = [];
    this.#takeFrom(this.cursor);
  }

  /** Undoes typing since the last move of the cursor. Returns false without any. */
  undo(): boolean {
    if (this.#typed.length === 0) return false;
    while (this.#typed.length > 0) this.erase();
    return true;
  }

  /**
   * Takes the word at or just before the cursor, except crossing letters. The cursor goes to its beginning.
   */
  takeWord(): void {
    this.#typed = [];
    const by = stepOf(this.direction);
    const from = this.#laid.has(this.cursor) ? this.cursor : this.cursor - by;
    if (!this.#laid.has(from)) return;
    const run = this.#runAt(from, by);
    const across = stepOf(otherDirection(this.direction));
    for (const cell of run) if (this.#runAt(cell, across).length === 1) this.#takeFrom(cell);
    this.cursor = run[0]!;
  }

  takeAll(): void {
    this.#typed = [];
    for (const cell of [...this.#laid.keys()]) this.#takeFrom(cell);
    this.cursor = MIDDLE;
  }

  move({ columns, rows }: { readonly columns: number; readonly rows: number }): void {
    this.#typed = [];
    this.#go(columnOf(this.cursor) + columns, rowOf(this.cursor) + rows);
  }

  turn(): void {
    this.#typed = [];
    this.direction = otherDirection(this.direction);
  }

  /** Moves to the first tile in reading order, or to the middle of an empty field. */
  home(): void {
    this.#typed = [];
    this.cursor = this.#laid.size === 0 ? MIDDLE : Math.min(...this.#laid.keys());
  }

  /** Rows of the smallest rectangle with all tiles. `.` is an empty cell. */
  rows(): readonly string[] {
    const { box } = this;
    if (!box) return [];
    const width = box.right - box.left + 1;
    return Array.from({ length: box.bottom - box.top + 1 }, (_, row) =>
      Array.from(
        { length: width },
        (_, column) => this.#laid.get((box.top + row) * SIDE + box.left + column) ?? '.',
      ).join(''),
    );
  }

  #takeFrom(cell: number): void {
    const letter = this.#laid.get(cell);
    this.#laid.delete(cell);
    if (letter !== undefined) this.receive(letter);
  }

  #step(by: 1 | -1): void {
    const [columns, rows] = this.direction === 'across' ? [by, 0] : [0, by];
    this.#go(columnOf(this.cursor) + columns, rowOf(this.cursor) + rows);
  }

  #go(column: number, row: number): void {
    this.cursor = within(row) * SIDE + within(column);
  }

  /** A line ends at the edge of the field. */
  #runAt(cell: number, by: number): number[] {
    let first = cell;
    while (this.#laid.has(first - by) && areInLine(first - by, first, by)) first -= by;
    const run = [first];
    for (let next = first + by; this.#laid.has(next) && areInLine(next - by, next, by); next += by)
      run.push(next);
    return run;
  }
}

export const stepOf = (direction: Direction): number => (direction === 'across' ? 1 : SIDE);
const otherDirection = (direction: Direction): Direction => (direction === 'across' ? 'down' : 'across');
const within = (place: number) => Math.min(Math.max(place, 0), SIDE - 1);
const areInLine = (one: number, other: number, by: number) => by !== 1 || rowOf(one) === rowOf(other);
