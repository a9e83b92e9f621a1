import type { FileReading } from '../../kit/option.ts';
import { type Board, boardOf, LARGEST_SIDE, MOST_LETTERS_OF_CELL } from './board.ts';

type Reading = FileReading & ({ ok: true; value: Board } | { ok: false });

interface Row {
  readonly line: number;
  readonly text: string;
}

/**
 * Rows on lines of their own, or with `/` between them; a capital begins a cell, and lower-case letters after it
 * belong to it: `Qu`. Spaces stand between all cells of a row or between none; between spaces `QU` is a cell, too. Lines that
 * start with # are comments. Web services write a `|` after each row: `R S P L | E I B T | `.
 */
export function readBoardText(text: string): Reading {
  const rows = rowsIn(text);
  if (rows.every((row) => row.text === ''))
    return { ok: false, problem: 'expected at least one letter; there is none' };
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

/** `RSPL/EIBT/ULZA/ESTI`: what is read back to this board. */
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
  if (text === '') return 'expected a row of letters; it is empty';
  if (/^[a-z]|\s[a-z]/.test(text))
    return `expected a capital to begin each cell, with lower-case letters only after it, as in Qu; got ${shown(text)}`;
  const long = cells.find((cell) => cell.length > MOST_LETTERS_OF_CELL);
  if (long !== undefined)
    return `expected cells of at most ${MOST_LETTERS_OF_CELL} letters; ${shown(long)} has ${long.length}`;
  if (/\s/.test(text) && text.split(/\s+/).length !== cells.length)
    return `expected spaces between all cells or none, and a cell of several letters written as Qu; got ${shown(text)}`;
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
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);
}
