import type { LaidTile, Panel, Sign } from '../../games/presentation.ts';
import { type GridSize, sizeOf, whyNotDrawn } from './grid-size.ts';

type Tag<T> = (texts: TemplateStringsArray, ...values: readonly (string | number | T | readonly T[])[]) => T;

/** Parts are drawn by `markup` on the server and by lit-html in the browser. */
export interface Draw<T> {
  readonly html: Tag<T>;
  /** For content of an svg element. */
  readonly svg: Tag<T>;
}

export const CELL = 40;
/** Between squares. */
const INSET = 1;
/** A tile is drawn with thick round lines, which make its corners. */
const ROUND = 5;
/** Space for the names of columns and rows. */
const NAMES = 20;
const LETTER = 9;

interface Frame extends GridSize {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

type Drawn = Pick<Panel, 'rows' | 'rack' | 'columnNames' | 'rowNames'>;

/** Without a grid, a rack becomes a row of tiles. */
function rowsOf({ rows, rack }: Drawn): Panel['rows'] {
  return rows.length === 0 && rack !== undefined ? [rack] : rows;
}

/** 0 by 0 without content. */
export function gridFrame(panel: Drawn): Frame {
  const { columns, rows } = sizeOf({ rows: rowsOf(panel) });
  const { columnNames, rowNames = [] } = panel;
  const left = Math.max(0, ...rowNames.map((name) => name.length * LETTER + LETTER));
  const top = columnNames ? NAMES : 0;
  const isDrawn = columns > 0 && whyNotDrawn(panel) === undefined;
  const [width, height] = isDrawn ? [left + columns * CELL + 2, top + rows * CELL + 2] : [0, 0];
  return { columns, rows, left, top, width, height };
}

export interface BoardRequest {
  readonly panel: Panel;
  /** Tiles of a move that was possible. */
  readonly ghosts?: readonly LaidTile[];
  /** The position within another drawing. */
  readonly x?: number;
  readonly y?: number;
  /** Other attributes, such as its class. */
  readonly kind: string;
}

/** Draws a grid, with its tiles as rounded squares, points at their corners, and premium squares in words. */
export function boardPart<T>({ svg }: Draw<T>, { panel, ghosts = [], x = 0, y = 0, kind }: BoardRequest): T {
  const frame = gridFrame(panel);
  const grid = { ...panel, rows: rowsOf(panel) };
  const cells = cellsOf(grid);
  const of = (wanted: CellKind) => cells.filter((cell) => cell.kind === wanted);
  const [squares, tiles] = [of('square'), of('tile')];
  const laid = ghosts.map((ghost) => ghostCell(ghost, frame));
  const label = `${panel.caption}${tiles.length === 0 ? '' : `. ${gridInWords(grid, cells)}`}`;
  const { width, height } = frame;
  return svg`<svg class="picture ${kind}" x="${x}" y="${y}" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${label}">
${namesOf(svg, panel, frame)}
<path class="free" d="${outline(of('free'), frame, INSET)}"/>
${weights.flatMap((weight) => {
  const some = squares.filter((cell) => cell.weight === weight);
  return some.length === 0
    ? []
    : svg`<path class="square w${weight}" d="${outline(some, frame, INSET)}"/>${lettersOf(svg, `sign w${weight}`, some, frame)}`;
})}
${tileLayer(svg, 'tile', tiles, frame, panel)}
${tileLayer(svg, 'tile ghost', laid, frame, panel)}
</svg>`;
}

/** Faces, then the path, then letters and points: a path is below the letters. */
function tileLayer<T>(svg: Tag<T>, kind: string, tiles: readonly Cell[], frame: Frame, panel: Panel): T {
  const { points = {}, path = [] } = panel;
  const fresh = tiles.filter(({ isFresh }) => isFresh);
  const worth = tiles.flatMap((tile) => {
    const value = points[tile.text];
    return value === undefined ? [] : [{ ...tile, text: String(value) }];
  });
  const face = (name: string, some: readonly Cell[]) => {
    const d = outline(some, frame, INSET + ROUND);
    return some.length === 0
      ? []
      : [svg`<path class="rim${name}" d="${d}"/><path class="face${name}" d="${d}"/>`];
  };
  const usual = tiles.filter(({ isFresh }) => !isFresh);
  const [blank, plain] = [tiles.filter(isOther), tiles.filter((cell) => !isOther(cell))];
  return svg`<g class="${kind}">${face('', usual)}${face(' fresh', fresh)}${kind === 'tile' ? pathOf(svg, path, frame) : []}${lettersOf(svg, 'letter', plain, frame)}${lettersOf(svg, 'letter other', blank, frame)}${lettersOf(svg, 'worth', worth, frame, WORTH)}</g>`;
}

/** Points are at the bottom right. */
const WORTH = [0.42, 0.3] as const;

const weights = [0, 1, 2, 3, 4] as const;

/** Small letters are on tiles that can be several. */
const isOther = ({ text }: Cell) => text.length === 1 && text !== text.toUpperCase();

function ghostCell({ cell, letter }: LaidTile, { columns }: GridSize): Cell {
  const place = { column: cell % columns, row: Math.floor(cell / columns) };
  return { ...place, text: letter, kind: 'tile', weight: 0, isFresh: false };
}

/** Draws cells of a kind as one path of few characters, because a page has many. */
function outline(cells: readonly Cell[], { left, top }: Frame, inset: number): string {
  const side = CELL - 2 * inset;
  let path = '';
  let [fromX, fromY] = [0, 0];
  for (const { column, row } of cells) {
    const [x, y] = [left + column * CELL + inset + 1, top + row * CELL + inset + 1];
    path += `m${x - fromX} ${y - fromY}h${side}v${side}h-${side}z`;
    [fromX, fromY] = [x, y];
  }
  return path;
}

/** One text per row, with the position of each letter. Longer texts are placed alone. */
function lettersOf<T>(
  svg: Tag<T>,
  kind: string,
  cells: readonly Cell[],
  frame: Frame,
  [right, below]: readonly [number, number] = [0, 0],
): readonly T[] {
  const textAt = (of: string, some: readonly Cell[]) => {
    const places = some.map(({ column }) => middle(column + right, frame.left)).join(' ');
    const text = some.map((cell) => cell.text).join('');
    return svg`<text class="${of}" y="${middle(some[0]!.row + below, frame.top)}" x="${places}">${text}</text>`;
  };
  const single = cells.filter(({ text }) => text.length === 1);
  const longer = cells.filter(({ text }) => text.length > 1);
  const rows = [...Map.groupBy(single, ({ row }) => row).values()];
  return [...rows.map((row) => textAt(kind, row)), ...longer.map((cell) => textAt(`${kind} long`, [cell]))];
}

function middle(index: number, from: number): number {
  return from + (index + 0.5) * CELL + 1;
}

/** Connects cells, with a ring around the first. A record from outside may have any numbers. */
function pathOf<T>(svg: Tag<T>, path: readonly number[], { columns, rows, left, top }: Frame): readonly T[] {
  const cells = path.filter((cell) => Number.isInteger(cell) && cell >= 0 && cell < columns * rows);
  if (cells.length === 0) return [];
  const points = cells.map((cell): readonly [number, number] => [
    middle(cell % columns, left),
    middle(Math.floor(cell / columns), top),
  ]);
  const [x, y] = points[0]!;
  return [
    svg`<polyline class="way" points="${points.map((point) => point.join(',')).join(' ')}"/>`,
    svg`<circle class="start" cx="${x}" cy="${y}" r="${CELL / 2 - 2 * INSET}"/>`,
  ];
}

function namesOf<T>(svg: Tag<T>, { columnNames = [], rowNames = [] }: Panel, frame: Frame): readonly T[] {
  const named = (kind: string, x: number, y: number, name: string) =>
    svg`<text class="name ${kind}" x="${x}" y="${y}">${name}</text>`;
  return [
    ...columnNames.flatMap((name, index) =>
      name === '' ? [] : [named('above', middle(index, frame.left), NAMES / 2, name)],
    ),
    ...rowNames.map((name, index) =>
      named('beside', frame.left - LETTER / 2, middle(index, frame.top), name),
    ),
  ];
}

/** `square` has a multiplier. `tile` is occupied. */
type CellKind = 'free' | 'square' | 'tile';

interface Cell {
  readonly column: number;
  readonly row: number;
  readonly text: string;
  readonly kind: CellKind;
  readonly weight: Sign['weight'];
  readonly isFresh: boolean;
}

/** The limit of a text in a cell, which may be from anywhere. */
const LONGEST = 4;

/** Lists cells row by row, without empty places. */
function cellsOf({ rows, legend = [], fresh = [] }: Panel): readonly Cell[] {
  const signs = new Map(legend.map((sign) => [sign.sign, sign]));
  const filled = new Set(fresh);
  const cells: Cell[] = [];
  let number = 0;
  for (const [row, texts] of rows.entries())
    for (const [column, text] of [...texts].entries()) {
      const isFresh = filled.has(number++);
      if (text === ' ' || text === '#') continue;
      const sign = signs.get(text);
      const kind = text === '.' ? 'free' : sign === undefined ? 'tile' : 'square';
      const shown = [...(sign?.label ?? text)].slice(0, LONGEST).join('');
      cells.push({ column, row, text: shown, kind, weight: sign?.weight ?? 0, isFresh });
    }
  return cells;
}

/** Describes a grid for screen readers: the words of each row and their positions. */
export function gridInWords(panel: Panel, cells = cellsOf(panel)): string {
  const { columnNames, rowNames } = panel;
  const byRow = Map.groupBy(
    cells.filter(({ kind }) => kind === 'tile'),
    ({ row }) => row,
  );
  const rows = [...byRow].map(([row, cells]) => {
    const runs = runsIn(cells).map((run) => {
      const column = columnNames?.[run[0]!.column];
      return `${column ? `${column} ` : ''}${run.map(({ text }) => text).join('')}`;
    });
    return `row ${rowNames?.[row] || row + 1}: ${runs.join(', ')}`;
  });
  return rows.join('; ');
}

function runsIn(cells: readonly Cell[]): readonly Cell[][] {
  const runs: Cell[][] = [];
  for (const cell of cells) {
    const run = runs.at(-1);
    if (run && run.at(-1)!.column === cell.column - 1) run.push(cell);
    else runs.push([cell]);
  }
  return runs;
}
