import type { Panel, Sign } from '../../presentation.ts';
import type { SquareKind } from './board.ts';

/** Names of columns, as in 8H. Wider or infinite boards have coordinates. */
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
/** A coordinate is wider than a column, so one name covers this many columns. */
const NAMED = 5;

export interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

type Names = Required<Pick<Panel, 'columnNames' | 'rowNames'>>;

/** A1 is the top left corner of a finite board. Other boards use x and y as on the wire. */
export function namesOf({ x, y, width, height }: Rectangle, isWhole: boolean): Names {
  const rows = Array.from({ length: height }, (_, row) => row);
  if (isWhole && columnsHaveLetters({ width }))
    return { columnNames: [...LETTERS.slice(0, width)], rowNames: rows.map((row) => String(row + 1)) };
  const columnNames = Array.from({ length: width }, (_, column) =>
    (x + column) % NAMED ? '' : String(x + column),
  );
  return { columnNames, rowNames: rows.map((row) => String(y + row)) };
}

/** The range of all places with a margin, or as many as fit around one place. */
export function extent(
  places: readonly number[],
  { around, margin, most }: { readonly around: number; readonly margin: number; readonly most: number },
): [from: number, length: number] {
  const from = places.reduce((least, place) => Math.min(least, place), around) - margin;
  const length = places.reduce((last, place) => Math.max(last, place), around) + margin - from + 1;
  return length <= most ? [from, length] : [around - most / 2, most];
}

export function squareNamed(
  column: string,
  row: number,
  whole: Rectangle | undefined,
): readonly [x: number, y: number] | undefined {
  if (!whole || !columnsHaveLetters(whole)) return undefined;
  return [whole.x + LETTERS.indexOf(column.toUpperCase()), whole.y + row - 1];
}

/** For example `H8`, or coordinates if columns have no letters. */
export function squareName(x: number, y: number, whole: Rectangle | undefined): string {
  if (!whole || !columnsHaveLetters(whole)) return `${x},${y}`;
  const letter = LETTERS[x - whole.x];
  const row = y - whole.y + 1;
  return letter === undefined || row < 1 ? `${x},${y}` : `${letter}${row}`;
}

/** For example `8H` across, `H8` down, or `X,Y across` if columns have no letters. */
export function placeOfWord(
  { x, y, direction }: { readonly x: number; readonly y: number; readonly direction: 'across' | 'down' },
  whole: Rectangle | undefined,
): string {
  const name = squareName(x, y, whole);
  const [, column, row] = /^([A-Z])(\d+)$/.exec(name) ?? [];
  if (column === undefined) return `${name} ${direction}`;
  return direction === 'across' ? `${row}${column}` : name;
}

export function columnsHaveLetters({ width }: Pick<Rectangle, 'width'>): boolean {
  return width <= LETTERS.length;
}

/**
 * Draws a free square for people, where letters are tiles and small ones blanks. Undefined without a
 * multiplier. `drawn` is the board's own character, which stays for unusual squares if it is no letter.
 */
export function signOf(kind: SquareKind, drawn: string): Sign | undefined {
  const premium = premiumOf(kind);
  if (premium?.letter === 1 && premium.word === 1) return undefined;
  const found = usual.find(({ letter, word }) => letter === premium?.letter && word === premium.word);
  if (found || drawn === '.') return found?.sign;
  return { sign: /\p{L}/u.test(drawn) ? '+' : drawn, meaning: 'by its program', weight: 0 };
}

export function meaningOf(kind: SquareKind): string {
  const premium = premiumOf(kind);
  if (premium?.letter === 1 && premium.word === 1) return 'single';
  return signOf(kind, '+')!.meaning;
}

const usual: readonly (Multiplier & { readonly sign: Sign })[] = [
  { letter: 2, word: 1, sign: { sign: "'", meaning: 'double letter', label: '2L', weight: 1 } },
  { letter: 3, word: 1, sign: { sign: '"', meaning: 'triple letter', label: '3L', weight: 2 } },
  { letter: 1, word: 2, sign: { sign: '-', meaning: 'double word', label: '2W', weight: 3 } },
  { letter: 1, word: 3, sign: { sign: '=', meaning: 'triple word', label: '3W', weight: 4 } },
];

/** Undefined for squares that do more than count the letter once and multiply. */
function premiumOf(kind: SquareKind): Multiplier | undefined {
  const found = multiplierOf(kind);
  return found?.letters === 1 ? found : undefined;
}

/** The effect of a square on points. */
export interface Multiplier {
  readonly letter: number;
  readonly word: number;
}

/** `letters` is the number of functions that count the letter. Undefined for other squares. */
export function multiplierOf({
  functions,
}: SquareKind): (Multiplier & { readonly letters: number }) | undefined {
  let [letter, word, letters] = [0, 1, 0];
  for (const { premium } of functions) {
    if (!premium) return undefined;
    if (premium.multiplies === 'word') word = Math.imul(word, premium.times);
    else {
      letters++;
      letter = (letter + premium.times) | 0;
    }
  }
  return { letter, word, letters };
}
