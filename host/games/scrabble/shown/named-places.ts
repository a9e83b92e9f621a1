import type { Panel } from '../../shown.ts';

/** Columns as people name them, as in 8H; boards that are wider, or have no edges, have coordinates. */
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
/** A coordinate is longer than a column is wide: so many columns have one name. */
const NAMED = 5;

export interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

type Names = Required<Pick<Panel, 'columnNames' | 'rowNames'>>;

/** A1 is the top left corner of a finite board; elsewhere x and y are named as on the wire. */
export function namesOf({ x, y, width, height }: Rectangle, isWhole: boolean): Names {
  const rows = Array.from({ length: height }, (_, row) => row);
  if (isWhole && columnsHaveLetters({ width }))
    return { columnNames: [...LETTERS.slice(0, width)], rowNames: rows.map((row) => String(row + 1)) };
  const columnNames = Array.from({ length: width }, (_, column) =>
    (x + column) % NAMED ? '' : String(x + column),
  );
  return { columnNames, rowNames: rows.map((row) => String(y + row)) };
}

/** The coordinates of a place as it is named on the edges of a whole board. */
export function placeNamed(
  column: string,
  row: number,
  whole: Rectangle | undefined,
): readonly [x: number, y: number] | undefined {
  if (!whole || !columnsHaveLetters(whole)) return undefined;
  return [whole.x + LETTERS.indexOf(column.toUpperCase()), whole.y + row - 1];
}

/** A place as people name it: `H8`, or its coordinates where the columns have no letters. */
export function nameOfPlace(x: number, y: number, whole: Rectangle | undefined): string {
  if (!whole || !columnsHaveLetters(whole)) return `${x},${y}`;
  const letter = LETTERS[x - whole.x];
  const row = y - whole.y + 1;
  return letter === undefined || row < 1 ? `${x},${y}` : `${letter}${row}`;
}

/** Where a word begins and how it runs, as people write it: `8H` across, `H8` down, `X,Y across` where columns have no letters. */
export function placeOfWord(
  { x, y, direction }: { readonly x: number; readonly y: number; readonly direction: 'across' | 'down' },
  whole: Rectangle | undefined,
): string {
  const name = nameOfPlace(x, y, whole);
  const [, column, row] = /^([A-Z])(\d+)$/.exec(name) ?? [];
  if (column === undefined) return `${name} ${direction}`;
  return direction === 'across' ? `${row}${column}` : name;
}

export function columnsHaveLetters({ width }: Pick<Rectangle, 'width'>): boolean {
  return width <= LETTERS.length;
}
