import { visible } from '../../core/text/visible.ts';
import type { Panel } from '../../games/shown.ts';
import { type GridSize, sizeOf, whyNotDrawn } from '../grid-size.ts';
import { type Markup, markup } from '../html/markup.ts';
import { type Cell, type CellKind, cellsOf, gridInWords } from './cells.ts';

/** In units of the drawing. */
const CELL = 32;
/** Pixels for each unit, where there is room; of a board with a way over it, more. */
const SCALE = 1;
const SCALE_OF_WAYS = 1.6;
const INSET = 2;
const NAMES = 20;
const LETTER = 8;

interface Frame extends GridSize {
  /** Where the cells begin. */
  readonly left: number;
  readonly top: number;
  readonly across: number;
  readonly down: number;
  /** In pixels. */
  readonly width: number;
  readonly height: number;
}

type Drawn = Pick<Panel, 'rows' | 'rack' | 'columnNames' | 'rowNames' | 'path'>;

/** A rack is a row of tiles, if there is no grid. */
function rowsOf({ rows, rack }: Drawn): Panel['rows'] {
  return rows.length === 0 && rack !== undefined ? [rack] : rows;
}

/** How large the drawing is; 0 by 0 where there is nothing to draw. */
export function gridFrame(panel: Drawn): Frame {
  const { columns, rows } = sizeOf({ rows: rowsOf(panel) });
  const { columnNames, rowNames = [], path } = panel;
  const left = Math.max(0, ...rowNames.map((name) => name.length * LETTER + LETTER));
  const top = columnNames ? NAMES : 0;
  const isDrawn = columns > 0 && whyNotDrawn(panel) === undefined;
  const [across, down] = !isDrawn ? [0, 0] : [left + columns * CELL + 2, top + rows * CELL + 2];
  const scale = path === undefined ? SCALE : SCALE_OF_WAYS;
  return { columns, rows, left, top, across, down, width: across * scale, height: down * scale };
}

/** The grid of a panel as an element `svg`, to be put into a page or another drawing; its colours are in `pictureStyle`. */
export function gridSvg(panel: Panel, place: { readonly x?: number; readonly y?: number } = {}): Markup {
  const frame = gridFrame(panel);
  const grid = { ...panel, rows: rowsOf(panel) };
  const { across, down, width, height } = frame;
  const cells = cellsOf(grid);
  const of = (kind: CellKind) => cells.filter((cell) => cell.kind === kind);
  const [squares, tiles] = [of('square'), of('tile')];
  const said = `${visible(panel.caption)}${tiles.length === 0 ? '' : `. ${gridInWords(grid)}`}`;
  const at = place.x === undefined ? [] : [markup` x="${place.x}" y="${place.y ?? 0}"`];
  return markup`<svg class="picture"${at} width="${width}" height="${height}" viewBox="0 0 ${across} ${down}" role="img" aria-label="${said}">
${namesOf(panel, frame)}
${filled('free', of('free'), frame)}
${weights.flatMap((weight) =>
  filled(
    `square w${weight}`,
    squares.filter((cell) => cell.weight === weight),
    frame,
  ),
)}
${lettersOf('sign', squares, frame)}
${filled(
  'tile',
  tiles.filter(({ isFresh }) => !isFresh),
  frame,
)}
${filled(
  'tile fresh',
  tiles.filter(({ isFresh }) => isFresh),
  frame,
)}
${pathOf(panel.path ?? [], frame)}
${lettersOf(
  'letter',
  tiles.filter((cell) => !isOther(cell)),
  frame,
)}
${lettersOf('letter other', tiles.filter(isOther), frame)}
</svg>`;
}

const weights = [0, 1, 2, 3, 4] as const;

/** A small letter is on a tile that can be several. */
const isOther = ({ text }: Cell) => text.length === 1 && text !== text.toUpperCase();

/** All cells of a kind as one path: a page may have many drawings. */
function filled(kind: string, cells: readonly Cell[], { left, top }: Frame): readonly Markup[] {
  if (cells.length === 0) return [];
  const side = CELL - 2 * INSET;
  const squares = cells.map(({ column, row }) => {
    return `M${left + column * CELL + INSET + 1} ${top + row * CELL + INSET + 1}h${side}v${side}h-${side}z`;
  });
  return [markup`<path class="${kind}" d="${squares.join('')}"/>`];
}

/** A text for each row, with a place for each letter. */
function lettersOf(kind: string, cells: readonly Cell[], frame: Frame): readonly Markup[] {
  const single = cells.filter(({ text }) => text.length === 1);
  const byRow = [...Map.groupBy(single, ({ row }) => row)];
  const rows = byRow.map(([row, letters]) => textAt(kind, letters, row, frame));
  const longer = cells.filter(({ text }) => text.length > 1);
  return [...rows, ...longer.map((cell) => textAt(`${kind} long`, [cell], cell.row, frame))];
}

function textAt(kind: string, cells: readonly Cell[], row: number, frame: Frame): Markup {
  const places = cells.map(({ column }) => middle(column, frame.left));
  const text = cells.map((cell) => cell.text).join('');
  return markup`<text class="${kind}" y="${middle(row, frame.top)}" x="${places.join(' ')}">${text}</text>`;
}

function middle(index: number, from: number): number {
  return from + (index + 0.5) * CELL + 1;
}

/** From cell to cell, with a ring around the first. A record from outside may have any numbers. */
function pathOf(path: readonly number[], { columns, rows, left, top }: Frame): readonly Markup[] {
  const cells = path.filter((cell) => Number.isInteger(cell) && cell >= 0 && cell < columns * rows);
  if (cells.length === 0) return [];
  const points = cells.map((cell): readonly [number, number] => [
    middle(cell % columns, left),
    middle(Math.floor(cell / columns), top),
  ]);
  const [x, y] = points[0]!;
  return [
    markup`<polyline class="way" points="${points.map((point) => point.join(',')).join(' ')}"/>`,
    markup`<circle class="start" cx="${x}" cy="${y}" r="${CELL / 2 - INSET}"/>`,
  ];
}

function namesOf({ columnNames = [], rowNames = [] }: Panel, frame: Frame): readonly Markup[] {
  const named = (kind: string, x: number, y: number, name: string) =>
    markup`<text class="name ${kind}" x="${x}" y="${y}">${visible(name)}</text>`;
  return [
    ...columnNames.flatMap((name, index) =>
      name === '' ? [] : [named('above', middle(index, frame.left), NAMES / 2, name)],
    ),
    ...rowNames.map((name, index) =>
      named('beside', frame.left - LETTER / 2, middle(index, frame.top), name),
    ),
  ];
}
