import type { Panel, Sign } from '../../presentation.ts';
import type { SquareKind } from './board.ts';

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
export function squareNamed(
  column: string,
  row: number,
  whole: Rectangle | undefined,
): readonly [x: number, y: number] | undefined {
  if (!whole || !columnsHaveLetters(whole)) return undefined;
  return [whole.x + LETTERS.indexOf(column.toUpperCase()), whole.y + row - 1];
}

/** A place as people name it: `H8`, or its coordinates where the columns have no letters. */
export function squareName(x: number, y: number, whole: Rectangle | undefined): string {
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
  const name = squareName(x, y, whole);
  const [, column, row] = /^([A-Z])(\d+)$/.exec(name) ?? [];
  if (column === undefined) return `${name} ${direction}`;
  return direction === 'across' ? `${row}${column}` : name;
}

export function columnsHaveLetters({ width }: Pick<Rectangle, 'width'>): boolean {
  return width <= LETTERS.length;
}

/**
 * How a free square is drawn for people, where letters are tiles and small ones blanks; none: it multiplies nothing.
 * `drawn` is its own character, which stays where it is no letter and the square is none of the usual.
 */
export function signOf(kind: SquareKind, drawn: string): Sign | undefined {
  const premium = premiumOf(kind);
  if (premium?.letter === 1 && premium.word === 1) return undefined;
  const found = usual.find(({ letter, word }) => letter === premium?.letter && word === premium.word);
  if (found || drawn === '.') return found?.sign;
  return { sign: /\p{L}/u.test(drawn) ? '+' : drawn, meaning: 'by its program', weight: 0 };
}

/** In words, for a list of all kinds. */
export function meaningOf(kind: SquareKind): string {
  const premium = premiumOf(kind);
  if (premium?.letter === 1 && premium.word === 1) return 'single';
  return signOf(kind, '+')!.meaning;
}

const usual: readonly (Multiplier & { readonly sign: Sign })[] = [
  { letter: 2, word: 1, sign: { sign: "'", meaning: 'double letter', weight: 1 } },
  { letter: 3, word: 1, sign: { sign: '"', meaning: 'triple letter', weight: 2 } },
  { letter: 1, word: 2, sign: { sign: '-', meaning: 'double word', weight: 3 } },
  { letter: 1, word: 3, sign: { sign: '=', meaning: 'triple word', weight: 4 } },
];

/** None for a kind that does something else than to count its letter once, and to multiply. */
function premiumOf(kind: SquareKind): Multiplier | undefined {
  const found = multiplierOf(kind);
  return found?.letters === 1 ? found : undefined;
}

/** What a kind of square does to points. */
export interface Multiplier {
  /** So many times the letter's own points count. */
  readonly letter: number;
  /** So many times the word's points count. */
  readonly word: number;
}

/** `letters`: how many of its functions count the letter. None for a kind that does something else. */
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
