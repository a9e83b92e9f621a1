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

/** Draws a grid, with points at the corners of its tiles, and premium squares in words. */
export function boardPart<T>({ svg }: Draw<T>, { panel, ghosts = [], x = 0, y = 0, kind }: BoardRequest): T {
  const frame = gridFrame(panel);
  const grid = { ...panel, rows: rowsOf(panel) };
  const cells = cellsOf(grid);
  const of = (wanted: CellKind) => cells.filter((cell) => cell.kind === wanted);
  const [squares, tiles] = [of('square'), of('tile')];
  // Grids without free squares have no ground below their tiles.
  const ground = tiles.length === cells.length ? [] : cells;
  const laid = ghosts.map((ghost) => ghostCell(ghost, frame));
  const covered = new Set(ghosts.map(({ cell }) => cell));
  const label = `${panel.caption}${tiles.length === 0 ? '' : `. ${gridInWords(grid, cells)}`}`;
  const { width, height, left, top } = frame;
  return svg`<svg class="picture ${kind}" x="${x}" y="${y}" width="${width}" height="${height}" viewBox="${-left - 1} ${-top - 1} ${width} ${height}" role="img" aria-label="${label}">
${namesOf(svg, panel)}${runsPart(svg, 'free', ground)}
${weights.flatMap((weight) => {
  const some = squares.filter((cell) => cell.weight === weight);
  const read = some.filter(({ column, row }) => !covered.has(row * frame.columns + column));
  const [star, signs] = [read.filter(isStar), read.filter((cell) => !isStar(cell))];
  return [
    ...runsPart(svg, `square w${weight}`, some),
    ...lettersOf(svg, `sign w${weight}`, signs),
    ...lettersOf(svg, `sign star w${weight}`, star),
  ];
})}
${tileLayer(svg, 'tile', tiles, frame, panel)}${laid.length === 0 ? [] : [tileLayer(svg, 'ghost', laid, frame, panel)]}
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
  const usual = tiles.filter(({ isFresh }) => !isFresh);
  const blank = tiles.filter(isOther);
  const plain = (some: readonly Cell[]) => some.filter((cell) => !isOther(cell));
  const ring = fresh.map(({ column, row }) => `M${column * CELL + 6} ${row * CELL + 6}h28v28h-28z`).join('');
  return svg`<g class="${kind}">${runsPart(svg, 'face', usual)}${ring === '' ? [] : [svg`<path class="ring fresh" d="${ring}"/>`]}${runsPart(svg, 'face fresh', fresh)}${kind === 'tile' ? pathOf(svg, path, frame) : []}${lettersOf(svg, 'letter', plain(usual))}${lettersOf(svg, 'letter fresh', plain(fresh))}${lettersOf(svg, 'letter other', blank)}${lettersOf(svg, 'worth', worth, WORTH)}</g>`;
}

/** The paints of tiles, to which the stylesheet refers. A page has them once. */
export function tilePaints<T>({ svg }: Draw<T>): T {
  const paints = ['tile', 'fresh', 'ghost'].map(
    (kind) =>
      svg`<linearGradient id="${kind}-shine" class="${kind}-paint" x2="0" y2="1"><stop class="from"/><stop class="to" offset="1"/></linearGradient><pattern id="${kind}-face" class="${kind}-paint" width="${CELL}" height="${CELL}" patternUnits="userSpaceOnUse"><rect class="shade" x="1" y="2" width="38" height="37.4" rx="5"/><rect class="edge" x="1.5" y="1.5" width="37" height="37" rx="4.8" fill="url(#${kind}-shine)"/></pattern>`,
  );
  return svg`<svg class="paints" width="0" height="0" aria-hidden="true"><defs>${paints}</defs></svg>`;
}

/** Points are at the bottom right. */
const WORTH = [0.42, 0.3] as const;

const weights = [0, 1, 2, 3, 4] as const;

const isStar = ({ text }: Cell) => text === STAR;
const STAR = '★';

/** Small letters are on tiles that can be several. */
const isOther = ({ text }: Cell) => text.length === 1 && text !== text.toUpperCase();

function ghostCell({ cell, letter }: LaidTile, { columns }: GridSize): Cell {
  const place = { column: cell % columns, row: Math.floor(cell / columns) };
  return { ...place, text: letter, kind: 'tile', weight: 0, isFresh: false };
}

/** Draws cells beside each other as one thick line, whose dashes or paint are the cells: a page has many. */
function runsPart<T>(svg: Tag<T>, kind: string, cells: readonly Cell[]): readonly T[] {
  const lines = [...Map.groupBy(cells, ({ row }) => row).values()].flatMap(runsIn).map((run) => {
    const { column, row } = run[0]!;
    return `M${column * CELL} ${middle(row)}h${run.length * CELL}`;
  });
  return lines.length === 0 ? [] : [svg`<path class="${kind}" d="${lines.join('')}"/>`];
}

/** One text per row, with the position of each letter. Longer texts are placed alone. */
function lettersOf<T>(
  svg: Tag<T>,
  kind: string,
  cells: readonly Pick<Cell, 'column' | 'row' | 'text'>[],
  [right, below]: readonly [number, number] = [0, 0],
): readonly T[] {
  const single = cells.filter(({ text }) => text.length === 1);
  const rows = [...Map.groupBy(single, ({ row }) => row).values()].map((row) => {
    const places = row.map(({ column }) => middle(column + right)).join(' ');
    return svg`<text y="${middle(row[0]!.row + below)}" x="${places}">${row.map(({ text }) => text).join('')}</text>`;
  });
  const longer = cells
    .filter(({ text }) => text.length > 1)
    .map(
      ({ column, row, text }) =>
        svg`<text y="${middle(row + below)}" x="${middle(column + right)}">${text}</text>`,
    );
  const group = (of: string, texts: readonly T[]) =>
    texts.length === 0 ? [] : [svg`<g class="${of}">${texts}</g>`];
  return [...group(kind, rows), ...group(`${kind} long`, longer)];
}

const middle = (index: number) => Math.round((index + 0.5) * CELL * 10) / 10;

/** Connects cells, with a ring around the first. A record from outside may have any numbers. */
function pathOf<T>(svg: Tag<T>, path: readonly number[], { columns, rows }: Frame): readonly T[] {
  const cells = path.filter((cell) => Number.isInteger(cell) && cell >= 0 && cell < columns * rows);
  if (cells.length === 0) return [];
  const points = cells.map((cell) => [middle(cell % columns), middle(Math.floor(cell / columns))] as const);
  const [x, y] = points[0]!;
  return [
    svg`<polyline class="way" points="${points.map((point) => point.join(',')).join(' ')}"/>`,
    svg`<circle class="start" cx="${x}" cy="${y}" r="${CELL / 2 - 2}"/>`,
  ];
}

/** Columns above, rows at the left. */
function namesOf<T>(svg: Tag<T>, { columnNames = [], rowNames = [] }: Panel): readonly T[] {
  const above = columnNames.map((text, column) => ({ column, row: ABOVE, text }));
  const beside = rowNames.map((text, row) => ({ column: BESIDE, row, text }));
  return [...lettersOf(svg, 'name', above), ...lettersOf(svg, 'name beside', beside)];
}

const [ABOVE, BESIDE] = [-NAMES / 2 / CELL - 0.5, -LETTER / 2 / CELL - 0.5];

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
function cellsOf({ rows, legend = [], fresh = [], start }: Panel): readonly Cell[] {
  const signs = new Map(legend.map((sign) => [sign.sign, sign]));
  const filled = new Set(fresh);
  const cells: Cell[] = [];
  let number = 0;
  for (const [row, texts] of rows.entries())
    for (const [column, text] of [...texts].entries()) {
      const isStart = number === start;
      const isFresh = filled.has(number++);
      if (text === ' ' || text === '#') continue;
      const sign = signs.get(text);
      const kind = text === '.' ? 'free' : sign === undefined ? 'tile' : 'square';
      const label = isStart && kind === 'square' ? STAR : (sign?.label ?? text);
      const shown = [...label].slice(0, LONGEST).join('');
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
