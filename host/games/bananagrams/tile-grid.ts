export type Direction = 'across' | 'down';

/** The field has the size of the largest grid of the wire, so that any grid can be sent. */
export const FIELD_SIDE = 999;
const MIDDLE = (FIELD_SIDE * FIELD_SIDE - 1) / 2;

const cellAt = (column: number, row: number): number => row * FIELD_SIDE + column;
export const columnOf = (cell: number): number => cell % FIELD_SIDE;
export const rowOf = (cell: number): number => Math.floor(cell / FIELD_SIDE);

/** The smallest rectangle with all tiles. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** The tiles that only this player is told. */
export interface RaceHand {
  readonly letters: string;
  /** The number of the next peel. */
  readonly number: number;
  /** The last grid that it sent, as on the wire. Empty before. */
  readonly grid: string;
  /** The letters that have come since. */
  readonly drew: string;
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
  #loose: string[] = [];
  /** Typed cells since the last move of the cursor. */
  #typed: Typed[] = [];

  get laid(): ReadonlyMap<number, string> {
    return this.#laid;
  }

  /** In the person's order. New tiles come last. */
  get loose(): readonly string[] {
    return this.#loose;
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
    this.#loose.push(...letters);
  }

  /** Removes a loose letter from the hand. Returns false without one. */
  giveUp(letter: string): boolean {
    const index = this.#loose.lastIndexOf(letter);
    if (index !== -1) this.#loose.splice(index, 1);
    return index !== -1;
  }

  /** `chance` returns numbers from 0 to 1. */
  shuffle(chance: () => number): void {
    const drawn = this.#loose.map((letter) => ({ letter, rank: chance() }));
    this.#loose = drawn.sort((one, other) => one.rank - other.rank).map(({ letter }) => letter);
  }

  /** Changes the hand to these letters, and returns the new ones. A letter that is gone is taken from the loose tiles first. */
  setHand(letters: string): string {
    const left = [...letters];
    const gone = [...this.#loose, ...this.#laid.values()].filter((letter) => {
      const index = left.indexOf(letter);
      if (index !== -1) left.splice(index, 1);
      return index === -1;
    });
    for (const letter of gone) {
      if (this.giveUp(letter)) continue;
      const cell = [...this.#laid.keys()].find((each) => this.#laid.get(each) === letter)!;
      this.#laid.delete(cell);
      this.#typed = [];
    }
    this.receive(left.join(''));
    return left.join('');
  }

  /** Lays a loose letter on a cell. A tile there becomes loose. Returns false without such a letter. */
  layAt(cell: number, letter: string): boolean {
    this.#typed = [];
    if (!this.giveUp(letter)) return false;
    this.#takeFrom(cell);
    this.#laid.set(cell, letter);
    return true;
  }

  /** Moves a tile. A tile at its target takes its place. */
  shift(from: number, to: number): void {
    this.#typed = [];
    const [moved, other] = [this.#laid.get(from), this.#laid.get(to)];
    if (moved === undefined) return;
    this.#laid.delete(from);
    if (other !== undefined) this.#laid.set(from, other);
    this.#laid.set(to, moved);
  }

  /** Takes the tile from a cell, and leaves the cursor. */
  takeAt(cell: number): void {
    this.#typed = [];
    this.#takeFrom(cell);
  }

  /** Moves the cursor to a cell. At the cursor it takes the tile, or turns. Beside a tile, the cursor continues its word. */
  point(cell: number): void {
    this.#typed = [];
    const isTile = this.#laid.has(cell);
    const [left, above] = [this.#laid.has(cell - 1), this.#laid.has(cell - FIELD_SIDE)];
    if (cell === this.cursor && isTile) this.#takeFrom(cell);
    else if (cell === this.cursor) this.turn();
    else if (!isTile && left !== above) this.direction = left ? 'across' : 'down';
    this.cursor = cell;
  }

  /** Lays rows of a grid around the middle of the field, as far as the hand has their letters. */
  layRows(rows: readonly string[]): void {
    const [height, width] = [rows.length, rows[0]?.length ?? 0];
    const [top, left] = [height, width].map((size) => Math.floor((FIELD_SIDE - size) / 2)) as [
      number,
      number,
    ];
    for (const [row, cells] of rows.entries())
      for (const [column, letter] of [...cells].entries())
        if (/[A-Z]/.test(letter)) this.layAt(cellAt(left + column, top + row), letter);
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

  /** Moves the cursor over tiles to the next free cell of its direction. */
  skipTiles(): void {
    for (let before = -1; this.#laid.has(this.cursor) && this.cursor !== before; this.#step(1))
      before = this.cursor;
  }

  /** Rows of the smallest rectangle with all tiles. `.` is an empty cell. */
  rows(): readonly string[] {
    const { box } = this;
    if (!box) return [];
    const width = box.right - box.left + 1;
    return Array.from({ length: box.bottom - box.top + 1 }, (_, row) =>
      Array.from(
        { length: width },
        (_, column) => this.#laid.get(cellAt(box.left + column, box.top + row)) ?? '.',
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
    this.cursor = cellAt(within(column), within(row));
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

export const stepOf = (direction: Direction): number => (direction === 'across' ? 1 : FIELD_SIDE);
const otherDirection = (direction: Direction): Direction => (direction === 'across' ? 'down' : 'across');
const within = (place: number) => Math.min(Math.max(place, 0), FIELD_SIDE - 1);
const areInLine = (one: number, other: number, by: number) => by !== 1 || rowOf(one) === rowOf(other);

export interface Marks {
  /** Cells of words that are not in the list. */
  readonly wrong: ReadonlySet<number>;
  readonly wrongWords: readonly string[];
  /** Cells outside the largest group of tiles. */
  readonly apart: ReadonlySet<number>;
}

type Laid = ReadonlyMap<number, string>;

/** Marks everything that is wrong in an unfinished grid. The judge of a peel stops at the first fault. */
export function marksOf(laid: Laid, isWord: (word: string) => boolean): Marks {
  const runs = (['across', 'down'] as const).flatMap((direction) => runsOf(laid, stepOf(direction)));
  const bad = runs.filter((run) => !isWord(wordOf(laid, run)));
  return {
    wrong: new Set(bad.flat()),
    wrongWords: [...new Set(bad.map((run) => wordOf(laid, run)))],
    apart: apartFrom(laid),
  };
}

const wordOf = (laid: Laid, run: readonly number[]) => run.map((cell) => laid.get(cell)).join('');

function runsOf(laid: Laid, by: number): number[][] {
  const firsts = inOrder(laid).filter((cell) => !isBeside(laid, cell, -by) && isBeside(laid, cell, by));
  return firsts.map((first) => {
    const run = [first];
    while (isBeside(laid, run.at(-1)!, by)) run.push(run.at(-1)! + by);
    return run;
  });
}

/** All groups but the largest, the first of equal ones. */
function apartFrom(laid: Laid): ReadonlySet<number> {
  const seen = new Set<number>();
  const groups: number[][] = [];
  for (const cell of inOrder(laid)) {
    if (seen.has(cell)) continue;
    groups.push(groupAt(laid, cell, seen));
  }
  const largest = groups.reduce<readonly number[]>(
    (most, group) => (group.length > most.length ? group : most),
    [],
  );
  return new Set(groups.filter((group) => group !== largest).flat());
}

function groupAt(laid: Laid, first: number, seen: Set<number>): number[] {
  seen.add(first);
  const group = [first];
  for (const cell of group) {
    for (const by of [1, -1, FIELD_SIDE, -FIELD_SIDE]) {
      if (!isBeside(laid, cell, by) || seen.has(cell + by)) continue;
      seen.add(cell + by);
      group.push(cell + by);
    }
  }
  return group;
}

const inOrder = (laid: Laid) => [...laid.keys()].sort((one, other) => one - other);

/** Ends of consecutive rows are not adjacent. */
function isBeside(laid: Laid, cell: number, by: number): boolean {
  const isWithin =
    Math.abs(by) !== 1 || Math.floor(cell / FIELD_SIDE) === Math.floor((cell + by) / FIELD_SIDE);
  return isWithin && laid.has(cell + by);
}
