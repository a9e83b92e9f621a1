export type Direction = 'across' | 'down';

/** The field is as large as the largest grid of the wire, so that what is laid on it can always be sent. */
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

/** A cell that the person has typed in, and the letter that was there before. */
interface Typed {
  readonly cell: number;
  readonly before: string | undefined;
}

/** The tiles of a hand, and where a person lays them: as in an editor of crosswords, with a cursor and a direction. */
export class TileGrid {
  cursor = MIDDLE;
  direction: Direction = 'across';
  readonly #laid = new Map<number, string>();
  readonly #loose = new Map<string, number>();
  /** Since the cursor was last moved. */
  #typed: Typed[] = [];

  /** Letters by their cells. */
  get laid(): ReadonlyMap<number, string> {
    return this.#laid;
  }

  /** How many of each letter are not laid. */
  get loose(): ReadonlyMap<string, number> {
    return this.#loose;
  }

  get looseCount(): number {
    return [...this.#loose.values()].reduce((sum, count) => sum + count, 0);
  }

  /** None: nothing is laid. */
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

  /** Takes a letter that is not laid out of the hand. Answers whether there was one. */
  giveUp(letter: string): boolean {
    const count = this.#loose.get(letter) ?? 0;
    if (count > 1) this.#loose.set(letter, count - 1);
    else this.#loose.delete(letter);
    return count > 0;
  }

  /** Lays a letter at the cursor, or passes over the same letter, and goes on. Answers whether it could. */
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

  /** Goes back by one cell and takes its tile. What was there before it was typed over is there again. */
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

  /** Takes the tile at the cursor, which stays. */
  takeHere(): void {
    this.#typed = [];
    this.#takeFrom(this.cursor);
  }

  /** Takes back what was typed since the cursor was last moved. Answers whether that was anything. */
  undo(): boolean {
    if (this.#typed.length === 0) return false;
    while (this.#typed.length > 0) this.erase();
    return true;
  }

  /** Takes the word at the cursor, or just before it; letters of words that cross it stay. The cursor goes to its beginning. */
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

  /** To the first tile, in reading order; to the middle where nothing is laid. */
  home(): void {
    this.#typed = [];
    this.cursor = this.#laid.size === 0 ? MIDDLE : Math.min(...this.#laid.keys());
  }

  /** The rows of the smallest rectangle with all tiles, `.` for an empty cell. */
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

  /** All letters in a line with this one. A line ends at the edge of the field. */
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
