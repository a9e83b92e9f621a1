import { cut, visible, widthOf } from '../core/text.ts';
import type { Panel, Sign } from '../games/presentation.ts';
import { type Markup, markup, trustedMarkup } from './html/markup.ts';
import { type GridSize, headingOf, sizeOf, whyNotDrawn } from './picture-size.ts';
import { inColumns } from './terminal/pictures.ts';

/** The width of pages and READMEs. */
const WIDTH = 960;
const MARGIN = 16;
const LINE = 22;
/** The width of a monospaced letter in lists. */
const COLUMN = 8.5;
const NARROWEST = 28;
const LISTED = 24;

/** Recognizes such a file. */
export const drawingBeginning = '<svg xmlns="http://www.w3.org/2000/svg" class="wordhost" ';

interface PictureRequest {
  readonly panels: readonly Panel[];
  readonly names: readonly string[];
  readonly title: readonly string[];
}

/** Draws a moment of a game as a separate file. */
export function pictureSvg({ panels, names, title }: PictureRequest): string {
  const blocks = panels.map((panel) => blockOf(panel, names));
  const placed = flow(blocks, MARGIN + title.length * LINE + LINE / 2);
  const width = Math.max(...placed.map(({ x, block }) => x + block.width), widest(title) * COLUMN) + MARGIN;
  const height = Math.max(0, ...placed.map(({ y, block }) => y + block.height)) + MARGIN;
  const size = [Math.ceil(width), Math.ceil(height)] as const;
  const drawing = markup`width="${size[0]}" height="${size[1]}" viewBox="0 0 ${size[0]} ${size[1]}" role="img">
<title>${title.map(visible).join('. ')}</title>
<style>${trustedMarkup(`${pictureStyle}${fileStyle}`)}</style>
<rect class="ground" width="100%" height="100%"/>
${title.map((line, index) => textLine('title', MARGIN, MARGIN + (index + 0.5) * LINE, visible(line)))}
${placed.flatMap(({ block, x, y }) => block.draw(x, y))}
</svg>
`;
  return `${drawingBeginning}${drawing.text}`;
}

const fileStyle = `.ground { fill: var(--ground); }
.line { font: 14px ui-monospace, monospace; fill: var(--words); dominant-baseline: central; white-space: pre; }
.heading, .title { font: 600 15px system-ui, sans-serif; fill: var(--words); dominant-baseline: central; }
.line.soft { fill: var(--faint); }
`;

interface Block {
  readonly width: number;
  readonly height: number;
  draw(x: number, y: number): readonly Markup[];
}

function blockOf(panel: Panel, names: readonly string[]): Block {
  const frame = gridFrame(panel);
  const heading = headingOf(panel, names, 100);
  const columns = Math.max(NARROWEST, Math.floor(frame.width / COLUMN), widthOf(heading));
  const why = whyNotDrawn(panel);
  const list = why === undefined ? inColumns(panel.list ?? [], columns, LISTED) : [why];
  const legend = panel.legend ?? [];
  const width = Math.max(frame.width, widthOf(heading) * COLUMN, widest(list) * COLUMN);
  const below = LINE + frame.height + (frame.height > 0 ? 8 : 0);
  const height = below + (legend.length > 0 ? LINE : 0) + list.length * LINE + 8;
  return {
    width,
    height,
    draw(x, y) {
      const listAt = y + below + (legend.length > 0 ? LINE : 0);
      return [
        textLine('heading', x, y + LINE / 2, heading),
        ...(frame.width > 0 ? [gridSvg(panel, { x, y: y + LINE })] : []),
        ...legendOf(legend, x, y + below),
        ...list.map((line, index) => textLine('line', x, listAt + (index + 0.5) * LINE, line)),
      ];
    },
  };
}

function legendOf(signs: readonly Sign[], x: number, y: number): readonly Markup[] {
  let at = x;
  return signs.map(({ sign, meaning, weight }) => {
    const from = at;
    at += (visible(meaning).length + 5) * COLUMN;
    return markup`<g class="picture"><rect class="square w${weight}" x="${from}" y="${y + 2}" width="18" height="18"/><text class="sign" x="${from + 9}" y="${y + LINE / 2}">${visible(sign)}</text></g>
${textLine('line soft', from + 24, y + LINE / 2, visible(meaning))}`;
  });
}

function textLine(kind: string, x: number, y: number, text: string): Markup {
  return markup`<text class="${kind}" x="${x}" y="${y}">${text}</text>`;
}

interface Placed {
  readonly block: Block;
  readonly x: number;
  readonly y: number;
}

/** Places blocks side by side, and low blocks below each other beside high ones. */
function flow(blocks: readonly Block[], top: number): readonly Placed[] {
  const placed: Placed[] = [];
  let [x, y, below, wide] = [MARGIN, top, top, 0];
  let bottom = top;
  for (const block of blocks) {
    const isBelow = x > MARGIN && below > y && below + block.height <= bottom;
    if (!isBelow && wide > 0) [x, below, wide] = [x + wide + 2 * MARGIN, y, 0];
    if (x > MARGIN && x + block.width > WIDTH)
      [x, y, below, bottom, wide] = [MARGIN, bottom + MARGIN, bottom + MARGIN, bottom + MARGIN, 0];
    placed.push({ block, x, y: below });
    below += block.height + MARGIN / 2;
    wide = Math.max(wide, block.width);
    bottom = Math.max(bottom, below);
  }
  return placed;
}

function widest(lines: readonly string[]): number {
  return lines.reduce((most, line) => Math.max(most, widthOf(line)), 0);
}

const CELL = 32;
const SCALE = 1;
const SCALE_OF_WAYS = 1.6;
const INSET = 2;
const NAMES = 20;
const LETTER = 8;

interface Frame extends GridSize {
  readonly left: number;
  readonly top: number;
  readonly across: number;
  readonly down: number;
  readonly width: number;
  readonly height: number;
}

type Drawn = Pick<Panel, 'rows' | 'rack' | 'columnNames' | 'rowNames' | 'path'>;

/** Without a grid, a rack becomes a row of tiles. */
function rowsOf({ rows, rack }: Drawn): Panel['rows'] {
  return rows.length === 0 && rack !== undefined ? [rack] : rows;
}

/** 0 by 0 without content. */
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

/** Draws a grid as an `svg` element for pages and other drawings. `pictureStyle` has its colors. */
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

/** Small letters are on tiles that can be several. */
const isOther = ({ text }: Cell) => text.length === 1 && text !== text.toUpperCase();

/** Draws cells of a kind as one path, because a page may have many drawings. */
function filled(kind: string, cells: readonly Cell[], { left, top }: Frame): readonly Markup[] {
  if (cells.length === 0) return [];
  const side = CELL - 2 * INSET;
  const squares = cells.map(({ column, row }) => {
    return `M${left + column * CELL + INSET + 1} ${top + row * CELL + INSET + 1}h${side}v${side}h-${side}z`;
  });
  return [markup`<path class="${kind}" d="${squares.join('')}"/>`];
}

/** One text per row, with the position of each letter. */
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

/** Connects cells, with a ring around the first. A record from outside may have any numbers. */
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
  const weights = new Map(legend.map(({ sign, weight }) => [sign, weight]));
  const filled = new Set(fresh);
  const cells: Cell[] = [];
  let number = 0;
  for (const [row, texts] of rows.entries())
    for (const [column, text] of [...texts].entries()) {
      const isFresh = filled.has(number++);
      if (text === ' ' || text === '#') continue;
      const weight = weights.get(text);
      const kind = text === '.' ? 'free' : weight === undefined ? 'tile' : 'square';
      cells.push({ column, row, text: cut(visible(text), LONGEST), kind, weight: weight ?? 0, isFresh });
    }
  return cells;
}

/** Describes a grid for screen readers: the words of each row and their positions. */
export function gridInWords(panel: Panel): string {
  const { columnNames, rowNames } = panel;
  const byRow = Map.groupBy(
    cellsOf(panel).filter(({ kind }) => kind === 'tile'),
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

/** Colors of grids in light and dark, for pages and drawings. */
export const pictureStyle = `
:root { color-scheme: light dark; --on-tile: #2a2418; --tile: #f3e1b7; --tile-edge: #c5a866; --fresh: #ffc94d; --other: #a3150d;
  --free: #e9e7df; --w0: #d9d2ec; --w1: #cbe4f1; --w2: #86bfe0; --w3: #f6cfd2; --w4: #ea9a98; --way: #2257a8; --words: #1d2129;
  --faint: #5d6673; --ground: #fbfaf7; }
@media (prefers-color-scheme: dark) {
  :root { --tile: #d8c493; --tile-edge: #a58b4c; --fresh: #ffbf3c; --other: #a3150d;
    --free: #2a3037; --w0: #4d4468; --w1: #2c4c5e; --w2: #2f6f96; --w3: #6d3b42; --w4: #9c4542; --way: #2a66c4; --words: #e6e4df;
    --faint: #9aa3af; --ground: #15181d; } }
.picture .free { fill: var(--free); }
.picture .square, .sign { fill: var(--w0); background: var(--w0); }
.picture .w1, .sign.w1 { fill: var(--w1); background: var(--w1); }
.picture .w2, .sign.w2 { fill: var(--w2); background: var(--w2); }
.picture .w3, .sign.w3 { fill: var(--w3); background: var(--w3); }
.picture .w4, .sign.w4 { fill: var(--w4); background: var(--w4); }
.picture .tile { fill: var(--tile); stroke: var(--tile-edge); stroke-width: 1.5; stroke-linejoin: round; }
.picture .fresh { fill: var(--fresh); }
.picture text { text-anchor: middle; dominant-baseline: central; font: 15px system-ui, sans-serif; fill: var(--words); }
.picture text.sign { font-size: 16px; fill: var(--words); background: none; }
.picture text.letter { font-size: 18px; font-weight: 600; fill: var(--on-tile); }
.picture text.other { fill: var(--other); font-style: italic; }
.picture text.long { font-size: 15px; }
.picture text.name { font-size: 12px; fill: var(--faint); }
.picture text.beside { text-anchor: end; }
.picture .way { fill: none; stroke: var(--way); stroke-width: 6; stroke-opacity: .55; stroke-linecap: round; stroke-linejoin: round; }
.picture .start { fill: none; stroke: var(--way); stroke-width: 3; }
`;
