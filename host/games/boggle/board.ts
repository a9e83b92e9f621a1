import { draw, type Stream, shuffle } from '../../core/chance.ts';
import { abbreviate } from '../../core/text.ts';
import type { FileReading } from '../kit/option.ts';

export const LARGEST_SIDE = 16;

/** A cell spells up to this many letters, as `QU` does. */
const MOST_LETTERS_OF_CELL = 4;

export interface Board {
  readonly width: number;
  readonly height: number;
  /** The letters of each cell, row by row: one to four from A to Z. */
  readonly cells: readonly string[];
  /** Touching cells, corners included, in ascending order. */
  readonly neighbours: readonly (readonly number[])[];
}

export function boardOf(width: number, height: number, cells: readonly string[]): Board {
  if (!isSide(width) || !isSide(height) || cells.length !== width * height)
    throw new Error(
      `expected a cell for each place of a board of 1 to ${LARGEST_SIDE} by 1 to ${LARGEST_SIDE}; got ${cells.length} for ${width} by ${height}`,
    );
  const odd = cells.find((cell) => !/^[A-Z]{1,4}$/.test(cell));
  if (odd !== undefined)
    throw new Error(
      `expected cells of one to ${MOST_LETTERS_OF_CELL} letters from A to Z; got ${JSON.stringify(odd)}`,
    );
  const neighbours = cells.map((_, cell) => neighboursOf(cell, width, height));
  return { width, height, cells: [...cells], neighbours };
}

/** Rows as on the wire: `R S P L`. */
export function rowsOf({ width, height, cells }: Board): string[] {
  return Array.from({ length: height }, (_, row) => cells.slice(row * width, (row + 1) * width).join(' '));
}

function isSide(length: number): boolean {
  return Number.isInteger(length) && length >= 1 && length <= LARGEST_SIDE;
}

function neighboursOf(cell: number, width: number, height: number): number[] {
  const [column, row] = [cell % width, Math.floor(cell / width)];
  const found: number[] = [];
  for (let y = Math.max(0, row - 1); y <= Math.min(height - 1, row + 1); y++)
    for (let x = Math.max(0, column - 1); x <= Math.min(width - 1, column + 1); x++)
      if (x !== column || y !== row) found.push(y * width + x);
  return found;
}

/** One die per row. */
const dice: readonly (readonly string[])[] = [
  'A E A N E G',
  'W N G E E H',
  'A H S P C O',
  'L N H N R Z',
  'A S P F F K',
  'T S T I Y D',
  'O B J O A B',
  'O W T O A T',
  'I O T M U C',
  'E R T T Y L',
  'R Y V D E L',
  'T O E S S I',
  'L R E I X D',
  'T E R W H V',
  'E I U N E S',
  'N U I H M QU',
].map((faces) => faces.split(' '));

/**
 * Uses each die once if the number of cells matches. Otherwise each cell is drawn from the faces of all dice.
 */
export function rollBoard(stream: Stream, width: number, height: number): Board {
  let rest = stream;
  let rolled: readonly (readonly string[])[];
  if (width === 4 && height === 4) [rolled, rest] = shuffle(rest, dice);
  else rolled = new Array<readonly string[]>(width * height).fill(dice.flat());
  const cells = rolled.map((faces) => {
    let face: number;
    [face, rest] = draw(rest, faces.length);
    return faces[face]!;
  });
  return boardOf(width, height, cells);
}

type Reading = FileReading & ({ ok: true; value: Board } | { ok: false });

interface Row {
  readonly line: number;
  readonly text: string;
}

/**
 * Reads rows on lines, or with `/` between them. A capital begins a cell, and small letters continue it:
 * `Qu`. Spaces separate all cells of a row or none; between spaces `QU` is a cell, too. Lines with # are
 * comments. Web services write a `|` after each row: `R S P L | E I B T | `.
 */
export function readBoardText(text: string): Reading {
  const rows = rowsIn(text);
  if (rows.every((row) => row.text === ''))
    return { ok: false, problem: 'expected at least one letter; got none' };
  const read: string[][] = [];
  for (const row of rows) {
    const cells = cellsIn(row.text);
    const wrong = wrongRow(row.text, cells) ?? wrongSize(cells, read);
    if (wrong !== undefined) return no(`row ${read.length + 1}: ${wrong}`, row, rows);
    read.push(cells);
  }
  const cells = read.flat().map((cell) => cell.toUpperCase());
  return { ok: true, value: boardOf(read[0]!.length, read.length, cells) };
}

function cellsIn(text: string): string[] {
  return text.match(/(?<=\s|^)QU(?=\s)|(?<=\s)QU$|[A-Z][a-z]*/g) ?? [];
}

/** For example `RSPL/EIBT/ULZA/ESTI`, which `readBoardText` reads. */
export function boardText({ width, cells }: Board): string {
  const written = cells.map((cell) => cell[0] + cell.slice(1).toLowerCase());
  return Array.from({ length: cells.length / width }, (_, row) =>
    written.slice(row * width, (row + 1) * width).join(''),
  ).join('/');
}

function rowsIn(text: string): Row[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n?|\n/);
  return lines
    .map((line, index) => ({ line: index + 1, text: line.trim() }))
    .filter((row) => row.text !== '' && !row.text.startsWith('#'))
    .flatMap(({ line, text }) =>
      text
        .replace(/\|\s*$/, '')
        .split(/[/|]/)
        .map((part) => ({ line, text: part.trim() })),
    );
}

function no(problem: string, { line }: Row, rows: readonly Row[]): Reading {
  return rows.at(-1)!.line === 1 ? { ok: false, problem } : { ok: false, line, problem };
}

function wrongRow(text: string, cells: readonly string[]): string | undefined {
  const odd = /[^A-Za-z\s]/u.exec(text)?.[0];
  if (odd !== undefined) return `expected letters from A to Z; got ${shown(odd)} in ${shown(text)}`;
  if (text === '') return 'expected a row of letters; got an empty row';
  if (/^[a-z]|\s[a-z]/.test(text))
    return `expected a capital to begin each cell, with lowercase letters only after it, such as Qu; got ${shown(text)}`;
  const long = cells.find((cell) => cell.length > MOST_LETTERS_OF_CELL);
  if (long !== undefined)
    return `expected cells of at most ${MOST_LETTERS_OF_CELL} letters; ${shown(long)} has ${long.length}`;
  if (/\s/.test(text) && text.split(/\s+/).length !== cells.length)
    return `expected spaces between all cells or none, and cells of several letters written like Qu; got ${shown(text)}`;
  return undefined;
}

function wrongSize(cells: readonly string[], before: readonly (readonly string[])[]): string | undefined {
  if (before.length === LARGEST_SIDE) return `a board has at most ${LARGEST_SIDE} rows`;
  if (cells.length > LARGEST_SIDE)
    return `${cells.length} cells: a board has at most ${LARGEST_SIDE} in a row`;
  const first = before[0]?.length ?? cells.length;
  return first === cells.length ? undefined : `expected ${first} cells, as in row 1; got ${cells.length}`;
}

function shown(text: string): string {
  return JSON.stringify(abbreviate(text, 40));
}

const rows = /^[A-Z][A-Za-z]*(?:\/[A-Z][A-Za-z]*)*$/;
/** The form of web services: `R S P L | E I B T | `, with QU in capitals. */
const spaced =
  /^ *(?:QU|[A-Z][a-z]{0,3})(?: +(?:QU|[A-Z][a-z]{0,3}))* *(?:[/|] *(?:(?:QU|[A-Z][a-z]{0,3})(?: +|(?=[/|]|$)))*)+$/;

/** Reads a board in the form of `RSPL/EIBT/ULZA/ESTI`. Other texts are files. */
export function namedBoard(text: string): ReturnType<typeof readBoardText> | undefined {
  return rows.test(text) || spaced.test(text) ? readBoardText(text) : undefined;
}

/** Converts `R S P L` into cells as printed on dice: `Qu`. */
export function boardRows(rows: readonly string[]): string[][] {
  return rows.map((row) => row.split(' ').map((cell) => cell.charAt(0) + cell.slice(1).toLowerCase()));
}
