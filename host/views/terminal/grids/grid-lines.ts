import { padEnd, padStart, widthOf } from '../../../core/text/columns.ts';
import { visible } from '../../../core/text/visible.ts';

type Cells = readonly string[];

/** What is around and on a grid. */
export interface GridDress {
  readonly columnNames?: readonly string[] | undefined;
  readonly rowNames?: readonly string[] | undefined;
  /** The style of a cell, by its text and its number: row by row from 0. */
  readonly cell?: (text: string, number: number) => string;
}

/** Rows of cells without a frame. A path over them begins at the cell in parentheses. */
export function gridLines(
  rows: readonly (string | Cells)[],
  path: readonly number[] | undefined,
  strokes: boolean,
  dress: GridDress = {},
): string[] {
  const grid = rows.map((row): Cells => (typeof row === 'string' ? [...row] : row).map(visible));
  const widest = grid.flat().reduce((most, cell) => Math.max(most, widthOf(cell)), 1);
  if (path === undefined) return dressed(grid, widest, dress);
  return strokes ? withStrokes(grid, widest, path) : highlighted(grid, widest, path);
}

function dressed(
  grid: readonly Cells[],
  widest: number,
  { columnNames, rowNames, cell = (text) => text }: GridDress,
): string[] {
  let number = 0;
  const lines = grid.map((row) => {
    const styled = row.map((text) => cell(text, number++));
    return joined(styled, widest);
  });
  if (columnNames) lines.unshift(namesLine(columnNames, widest));
  if (!rowNames) return lines;
  const names = columnNames ? ['', ...rowNames] : rowNames;
  const width = Math.max(0, ...names.map(widthOf));
  return lines.map((line, index) => `${padStart(names[index] ?? '', width)} ${line}`.trimEnd());
}

/** Each name begins over its column; one that would touch the name before it is left out. */
function namesLine(names: readonly string[], widest: number): string {
  let line = '';
  for (const [column, name] of names.entries()) {
    const begin = column * (widest + 1);
    if (name !== '' && (line === '' || line.length < begin)) line = line.padEnd(begin) + name;
  }
  return line;
}

function joined(row: Cells, widest: number): string {
  return row
    .map((cell) => padEnd(cell, widest))
    .join(' ')
    .trimEnd();
}

/** Cells of the path stay in capitals. */
function highlighted(grid: readonly Cells[], widest: number, path: readonly number[]): string[] {
  let number = 0;
  const shown = (cell: string) => (path.length === 0 || path.includes(number++) ? cell : cell.toLowerCase());
  return grid.map((row) => joined(row.map(shown), widest));
}

/** Between two cells of a row, with space for a line from one to the other. */
const GAP = 3;

/** The path as lines from cell to cell. */
function withStrokes(grid: readonly Cells[], widest: number, path: readonly number[]): string[] {
  const columns = grid[0]?.length ?? 0;
  const paper = Array.from({ length: Math.max(0, 2 * grid.length - 1) }, () => new Paper());
  const placeOf = (cell: number) => ({
    line: 2 * Math.floor(cell / columns),
    column: 1 + (cell % columns) * (widest + GAP),
    text: grid[Math.floor(cell / columns)]?.[cell % columns] ?? '',
  });
  const cells = columns * grid.length;
  for (const [index, cell] of path.slice(1).entries()) {
    const before = path[index]!;
    if (areNeighbours(before, cell, columns) && Math.max(before, cell) < cells)
      stroke(paper, placeOf(before), placeOf(cell), widest);
  }
  for (let cell = 0; cell < cells; cell++) {
    const { line, column, text } = placeOf(cell);
    if (cell === path[0]) paper[line]!.write(column - 1, `(${text})`);
    else paper[line]!.write(column, text);
  }
  return paper.map(String);
}

/** A record from outside may have any numbers. */
function areNeighbours(one: number, other: number, columns: number): boolean {
  const rows = Math.abs(Math.floor(one / columns) - Math.floor(other / columns));
  return rows <= 1 && Math.abs((one % columns) - (other % columns)) <= 1 && one !== other;
}

interface Place {
  readonly line: number;
  readonly column: number;
}

function stroke(paper: readonly Paper[], from: Place, to: Place, widest: number): void {
  const left = Math.min(from.column, to.column);
  if (from.line === to.line) {
    paper[from.line]!.write(left + 1, '-'.repeat(widest + GAP - 1));
    return;
  }
  const between = paper[(from.line + to.line) / 2]!;
  if (from.column === to.column) between.write(left, '|');
  else {
    const sign = from.column < to.column === from.line < to.line ? '\\' : '/';
    between.cross(left + Math.ceil((widest + GAP) / 2), sign);
  }
}

/** A line of text that can be written to at any place. */
class Paper {
  #signs: string[] = [];

  write(column: number, text: string): void {
    while (this.#signs.length < column) this.#signs.push(' ');
    this.#signs.splice(column, text.length, ...text);
  }

  /** Two lines may cross. */
  cross(column: number, sign: '/' | '\\'): void {
    const lying = this.#signs[column] ?? ' ';
    this.write(column, lying === ' ' || lying === sign ? sign : 'X');
  }

  toString(): string {
    return this.#signs.join('').trimEnd();
  }
}
