import { cut, inLines, padEnd, padStart, visible, widthOf } from '../../core/text.ts';
import type { Seat } from '../../core/units.ts';
import type { Panel } from '../../games/presentation.ts';
import { whyNotDrawn } from '../parts/grid-size.ts';
import { type Paint, paintFor } from './paint.ts';

/** Draws each grid under its player's name. Grids are omitted to fit the height. */
export function pictureLines(
  panels: readonly Panel[],
  names: readonly string[],
  width: number,
  most = Number.POSITIVE_INFINITY,
  paint = paintFor(false),
  moves: readonly string[] = [],
): string[] {
  const heading = (index: number, space: number, isShort = false) =>
    (isShort ? headingOf : fullHeadingOf)(panels[index]!, names, space);
  const headings = panels.map((_, index) => heading(index, width));
  const { listed } = spaceOf(width);
  const legend = panels.flatMap((panel) => legendLine(panel, { width, paint }));
  const draw = (shown: readonly Panel[], rows: number, strokes: boolean) =>
    drawPanels(shown, headings, { width, listed: rows, strokes, paint, moves }, heading);
  for (const strokes of [true, false])
    for (let rows = listed; rows > 0; rows--) {
      const lines = draw(panels, rows, strokes);
      if (lines.length + 1 + legend.length <= most && legend.length > 0) return [...lines, '', ...legend];
      if (lines.length <= most) return lines;
    }
  return withFewerGrids(panels, most, (shown) => draw(shown, 1, false));
}

/** Includes every player, if necessary some without grids and lists. */
function withFewerGrids(
  panels: readonly Panel[],
  most: number,
  draw: (panels: readonly Panel[]) => string[],
): string[] {
  for (let whole = panels.length - 1; whole > 0; whole--) {
    const lines = draw(
      panels.map((panel, index) => (index < whole ? panel : { ...panel, rows: [], list: [] })),
    );
    if (lines.length <= most) return lines;
  }
  return draw(panels.map((panel) => ({ ...panel, rows: [], list: [] })));
}

/** The end of a game: words of each player, the board, or the winner's grid. */
export function lastLines(
  panels: readonly Panel[],
  winner: Seat | null | undefined,
  names: readonly string[],
  width: number,
  paint = paintFor(false),
): string[] {
  if (panels.some(({ list = [] }) => list.length > 0))
    return pictureLines(panels, names, width, Number.POSITIVE_INFINITY, paint);
  const last = panels.find(({ seat }) => seat === undefined) ?? panels.find(({ seat }) => seat === winner);
  if (!last || last.isEmpty) return [];
  const legend = legendLine(last, { width, paint });
  return [...drawPanel(last, spaceOf(width, paint)), ...(legend.length > 0 ? ['', ...legend] : [])];
}

interface Space {
  readonly width: number;
  /** The maximum number of lines of a list. */
  readonly listed: number;
  /** Draws paths between cells, which needs twice the space. Otherwise cells are highlighted. */
  readonly strokes: boolean;
  readonly paint: Paint;
  /** The newest ones are listed under the players if there is space beside a grid. */
  readonly moves?: readonly string[];
}

/** Output without a height limit lists this many entries. */
const LISTED = 8;

export function spaceOf(width: number, paint = paintFor(false)): Space {
  return { width, listed: LISTED, strokes: true, paint };
}

/** A grid with tiles, and the list below. */
export function drawPanel(panel: Panel, space: Space, widest = space.width): string[] {
  const { rows, path, list = [], columnNames, rowNames } = panel;
  const why = whyNotDrawn(panel);
  const dress = { columnNames, rowNames, cell: cellPaint(panel, space) };
  const grid = why === undefined ? gridLines(rows, path, space.strokes, dress) : [why];
  const listed = inColumns(list, Math.min(widest, space.width), space.listed);
  return grid.length > 0 && listed.length > 0 ? [...grid, '', ...listed] : [...grid, ...listed];
}

function cellPaint(
  { legend = [], fresh = [] }: Panel,
  { paint }: Space,
): (cell: string, number: number) => string {
  const weights = new Map(legend.map(({ sign, weight }) => [sign, weight]));
  const filled = new Set(fresh);
  return (cell, number) => {
    if (filled.has(number)) return paint.fresh(cell);
    const weight = weights.get(cell);
    return weight === undefined ? cell : paint.square(cell, weight);
  };
}

/** Explains the signs of a grid within this width. */
export function legendLine(
  { legend = [] }: Panel,
  { paint, width }: Pick<Space, 'paint' | 'width'>,
): string[] {
  const parts = legend.map(({ sign, meaning, weight }) => `${paint.square(sign, weight)} ${meaning}`);
  return inLines(parts, width, '  ');
}

/** Places panels side by side under their headings. */
export function drawPanels(
  panels: readonly Panel[],
  headings: readonly string[],
  space: Space,
  narrowHeading = (index: number, width: number) => cut(headings[index]!, width),
): string[] {
  const alone = drawBlocks(panels, headings, space);
  const isListed =
    space.moves?.length && panels.every((panel) => panel.seat === undefined || isCaption(panel));
  const fits = fit(alone, space.width) === alone.length && !isListed;
  const blocks = fits ? alone : withCaptions(panels, alone, space, narrowHeading);
  const lines: string[] = [];
  for (let first = 0; first < blocks.length; ) {
    const fitting = fit(blocks.slice(first), space.width);
    if (lines.length > 0) lines.push('');
    lines.push(...placeBeside(blocks.slice(first, first + fitting)));
    first += fitting;
  }
  return lines;
}

/** Lists panels without content in one block, beside the first grid if possible, and the last moves below. */
function withCaptions(
  panels: readonly Panel[],
  blocks: readonly string[][],
  { width, paint, moves = [] }: Space,
  heading: (index: number, width: number, isShort?: boolean) => string,
): string[][] {
  const drawn = blocks.filter((_, index) => !isCaption(panels[index]!));
  const captions = [...panels.keys()].filter((index) => isCaption(panels[index]!));
  if (captions.length === 0) return [...blocks];
  const [first] = drawn;
  const beside = width - PANEL_GAP - (first ? widestOf(first) : width);
  const isBeside = beside >= NARROWEST;
  const isLive = isBeside && moves.length > 0;
  const players = captions.flatMap((index) => {
    const line = heading(index, isBeside ? beside : width, isLive);
    return isLive ? [line, ...rackLine(panels[index]!, paint, beside)] : [line];
  });
  const stock = isLive
    ? panels.flatMap(({ seat, stock }) => (seat === undefined && stock ? [stock] : []))
    : [];
  const free = isLive ? first!.length - players.length - stock.length - 1 : 0;
  const last = free > 0 ? ['', ...moves.slice(-free).map((move) => cut(move, beside))] : [];
  return [...drawn.slice(0, 1), [...players, ...stock, ...last], ...drawn.slice(1)];
}

/** The tiles of a player with their points. */
function rackLine({ rack, points = {} }: Panel, paint: Paint, width: number): string[] {
  if (rack === undefined) return [];
  const tiles = [...rack].map((letter) => {
    const value = points[letter];
    return `${paint.bold(visible(letter))}${value ? paint.dim(String(value)) : ''}`;
  });
  const line = `  ${tiles.join(' ')}`;
  return [widthOf(line) <= width ? line : cut(`  ${visible(rack)}`, width)];
}

function isCaption({ rows, list = [] }: Panel): boolean {
  return rows.length === 0 && list.length === 0;
}

/** A list is at least as wide as its heading. */
const NARROWEST = 20;

/** Lists share the free width if all panels fit into a line. */
function drawBlocks(panels: readonly Panel[], headings: readonly string[], space: Space): string[][] {
  const drawn = (more: number) =>
    panels.map((panel, index) => {
      const heading = headings[index]!;
      return [heading, '', ...drawPanel(panel, space, Math.max(NARROWEST, widthOf(heading)) + more)];
    });
  const narrow = drawn(0);
  const lists = panels.filter(({ list = [] }) => list.length > 0).length;
  const left = space.width - narrow.reduce((sum, block) => sum + widestOf(block) + PANEL_GAP, -PANEL_GAP);
  return lists > 0 && left >= lists ? drawn(Math.floor(left / lists)) : narrow;
}

const PANEL_GAP = 4;

function widestOf(block: readonly string[]): number {
  return block.reduce((widest, line) => Math.max(widest, widthOf(line)), 0);
}

function fit(blocks: readonly (readonly string[])[], width: number): number {
  let used = 0;
  const over = blocks.findIndex((block, index) => {
    used += widestOf(block) + (index > 0 ? PANEL_GAP : 0);
    return used > width;
  });
  return over === -1 ? blocks.length : Math.max(1, over);
}

function placeBeside(blocks: readonly (readonly string[])[]): string[] {
  const height = Math.max(...blocks.map(({ length }) => length));
  const widths = blocks.map(widestOf);
  return Array.from({ length: height }, (_, row) =>
    blocks
      .map((block, index) => padEnd(block[row] ?? '', widths[index]! + PANEL_GAP))
      .join('')
      .trimEnd(),
  );
}

type Cells = readonly string[];

interface GridDress {
  readonly columnNames?: readonly string[] | undefined;
  readonly rowNames?: readonly string[] | undefined;
  /** The style of a cell by its text and number, row by row from 0. */
  readonly cell?: (text: string, number: number) => string;
}

/** A path begins at the cell in parentheses. */
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

/** Names begin over their columns. A name that would touch the previous one is omitted. */
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

/** The space between cells for a line. */
const STROKE_GAP = 3;

function withStrokes(grid: readonly Cells[], widest: number, path: readonly number[]): string[] {
  const columns = grid[0]?.length ?? 0;
  const paper = Array.from({ length: Math.max(0, 2 * grid.length - 1) }, () => new Paper());
  const placeOf = (cell: number) => ({
    line: 2 * Math.floor(cell / columns),
    column: 1 + (cell % columns) * (widest + STROKE_GAP),
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

interface CellPlace {
  readonly line: number;
  readonly column: number;
}

function stroke(paper: readonly Paper[], from: CellPlace, to: CellPlace, widest: number): void {
  const left = Math.min(from.column, to.column);
  if (from.line === to.line) {
    paper[from.line]!.write(left + 1, '-'.repeat(widest + STROKE_GAP - 1));
    return;
  }
  const between = paper[(from.line + to.line) / 2]!;
  if (from.column === to.column) between.write(left, '|');
  else {
    const sign = from.column < to.column === from.line < to.line ? '\\' : '/';
    between.cross(left + Math.ceil((widest + STROKE_GAP) / 2), sign);
  }
}

/** A line of text with random access. */
class Paper {
  #signs: string[] = [];

  write(column: number, text: string): void {
    while (this.#signs.length < column) this.#signs.push(' ');
    this.#signs.splice(column, text.length, ...text);
  }

  cross(column: number, sign: '/' | '\\'): void {
    const lying = this.#signs[column] ?? ' ';
    this.write(column, lying === ' ' || lying === sign ? sign : 'X');
  }

  toString(): string {
    return this.#signs.join('').trimEnd();
  }
}

const COLUMN_GAP = 2;

/** Fills columns from top to bottom, and counts omitted items. */
export function inColumns(items: readonly string[], width: number, most: number): string[] {
  // A list may be long and is drawn many times a second, so items that cannot fit are dropped first.
  const seen = items.slice(0, most * width).map((item) => cut(visible(item), width));
  const widest = Math.max(0, ...seen.map(widthOf));
  const columns = Math.max(1, Math.floor((width + COLUMN_GAP) / (widest + COLUMN_GAP)));
  if (items.length <= most * columns) return rowsOf(seen, columns, widest);
  const shown = Math.max(0, most - 1) * columns;
  return [...rowsOf(seen.slice(0, shown), columns, widest), `and ${items.length - shown} more`];
}

function rowsOf(items: readonly string[], columns: number, widest: number): string[] {
  const height = Math.ceil(items.length / columns);
  return Array.from({ length: height }, (_, row) =>
    Array.from({ length: columns }, (_, column) => padEnd(items[column * height + row] ?? '', widest))
      .join(' '.repeat(COLUMN_GAP))
      .trimEnd(),
  );
}

const LONGEST_NAME = 24;
const SHORTEST_NAME = 4;

/** Cuts a long name before the caption. */
export function headingOf({ seat, caption }: Panel, names: readonly string[], width: number): string {
  if (seat === undefined) return cut(visible(caption), width);
  const [number, words] = [`${seat} `, `: ${visible(caption)}`];
  const left = Math.min(LONGEST_NAME, width - widthOf(words) - number.length - 1);
  const name = cut(visible(names[seat - 1] ?? ''), Math.max(SHORTEST_NAME, left));
  return cut(`${number}${name}${words}`, width);
}

/** Adds the player's tiles if they are not drawn. */
function fullHeadingOf(panel: Panel, names: readonly string[], width: number): string {
  const { caption, rack } = panel;
  const told = rack === undefined ? caption : `${caption}, holds ${rack}`;
  return headingOf({ ...panel, caption: told }, names, width);
}
