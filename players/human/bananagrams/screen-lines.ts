import { columnOf, FIELD_SIDE, type Marks, rowOf, type TileGrid } from 'wordhost/bananagrams';
import { inColumns, type Paint, padEnd, wrapped } from 'wordhost/terminal';
import type { Shown, Size } from '../terminal/screen.ts';
import { sidesBeyond, type Viewport } from './viewport.ts';
import type { WatchedRace } from './watched-race.ts';

export interface Seen {
  readonly race: WatchedRace;
  readonly grid: TileGrid;
  readonly marks: Marks;
  /** Tiles in the hand, in the person's order. */
  readonly order: readonly string[];
  readonly fresh: string;
  readonly name: string;
  readonly message: readonly string[];
  readonly isHelping: boolean;
}

const MOST_MESSAGE = 2;
/** Tiles, missing steps to a peel, a message, and keys. */
const BELOW = 3 + MOST_MESSAGE + 1;
const GAP = 3;
const [NARROW_SIDE, WIDE_SIDE] = [30, 44];
/** A cell has a column for the cursor. */
const CELL = 2;

export function gridSize({ columns, rows }: Pick<Size, 'columns' | 'rows'>) {
  const side = sideWidth(columns);
  const width = columns - (side > 0 ? side + GAP : 0) - 1;
  return { width: Math.max(5, Math.floor(width / CELL)), height: Math.max(3, rows - BELOW) };
}

function sideWidth(columns: number): number {
  if (columns < 60) return 0;
  return columns < 120 ? NARROW_SIDE : WIDE_SIDE;
}

export function screenLines(
  seen: Seen,
  viewport: Viewport,
  { columns }: Size,
  paint: Paint,
): Required<Pick<Shown, 'lines' | 'cursor'>> {
  const { grid, message } = seen;
  const width = viewport.width * CELL;
  const side = seen.isHelping ? helpLines : sideLines(seen, viewport, paint);
  const shownSide = sideWidth(columns) === 0 && !seen.isHelping ? [] : side;
  const lines = Array.from({ length: viewport.height }, (_, row) => {
    const beside = shownSide[row] ?? '';
    const line = gridLine(seen, viewport, row, paint);
    return beside === '' ? line.trimEnd() : `${padEnd(line, width)}${' '.repeat(GAP)}${beside}`;
  });
  const said = message.flatMap((line) => wrapped(line, columns));
  const filled = [...said, '', ''].slice(0, MOST_MESSAGE);
  return {
    lines: [...lines, ...tilesLines(seen, columns, paint), statusLine(seen, paint), ...filled],
    cursor: {
      line: rowOf(grid.cursor) - viewport.top,
      column: (columnOf(grid.cursor) - viewport.left) * CELL + 1,
    },
  };
}

function gridLine(seen: Seen, { left, top, width }: Viewport, row: number, paint: Paint): string {
  const { cursor, direction, laid } = seen.grid;
  let line = '';
  // Adjacent empty cells share a style, because each key sends the whole screen.
  let empty = '';
  for (let column = left; column < left + width; column++) {
    const isField = column >= 0 && column < FIELD_SIDE && top + row >= 0 && top + row < FIELD_SIDE;
    const cell = (top + row) * FIELD_SIDE + column;
    const isTile = isField && laid.has(cell);
    const isCursor = isField && cell === cursor;
    const sign = direction === 'across' ? '>' : 'v';
    if (isTile || isCursor) {
      line += paint.dim(empty) + (isCursor ? paint.bold(sign) : ' ');
      empty = '';
    } else empty += ' ';
    if (isTile) line += tileText(seen, cell, paint);
    else empty += isField ? '.' : ' ';
  }
  return line + paint.dim(empty);
}

function tileText({ grid, marks }: Seen, cell: number, paint: Paint): string {
  const letter = grid.laid.get(cell) ?? '';
  const text = marks.apart.has(cell) ? letter.toLowerCase() : letter;
  return marks.wrong.has(cell) ? paint.bad(text) : paint.bold(text);
}

function sideLines({ race, grid, name }: Seen, viewport: Viewport, paint: Paint): readonly string[] {
  const { players, peels } = race;
  const beyond = sidesBeyond(viewport, grid.box);
  const above = [
    paint.bold(name),
    ...(players === undefined ? [] : [players === 1 ? '1 player' : `${players} players`]),
    '',
    `peels: you ${peels.own}, others ${peels.others}`,
    `typing ${grid.direction} (Space: turn)`,
    ...(beyond.length > 0 ? [`more tiles: ${beyond.join(', ')}`] : []),
    '',
  ];
  const free = Math.max(1, viewport.height - above.length);
  return [...above, ...race.events.slice(-free)];
}

/** The first line is empty if one is enough. */
function tilesLines(seen: Seen, columns: number, paint: Paint): readonly [string, string] {
  const { order, grid } = seen;
  const label = `Your tiles (${order.length} of ${order.length + grid.laid.size} left): `;
  const first = columns - label.length;
  const inSecond = Math.max(0, columns - INDENT.length);
  const single = Math.floor(first / 2);
  const tiles = shownTiles(seen, paint);
  if (tiles.length <= single) return ['', label + tiles.join(' ')];
  if (tiles.length <= single + Math.floor(inSecond / 2))
    return [label + tiles.slice(0, single).join(' '), INDENT + tiles.slice(single).join(' ')];
  const counted = counts(order);
  return [label, INDENT + (inColumns([counted], inSecond, 1)[0] ?? '')];
}

const INDENT = '  ';

/** The newest tiles are the last ones and highlighted. */
function shownTiles({ order, fresh }: Seen, paint: Paint): readonly string[] {
  const left = [...fresh];
  const shown = order.toReversed().map((letter) => {
    const place = left.indexOf(letter);
    if (place === -1) return letter;
    left.splice(place, 1);
    return paint.fresh(letter);
  });
  return shown.reverse();
}

function counts(order: readonly string[]): string {
  const counted = Map.groupBy(order.toSorted(), (letter) => letter);
  return [...counted].map(([letter, { length }]) => (length === 1 ? letter : `${letter}${length}`)).join(' ');
}

/** Says what a peel still requires. */
function statusLine({ order, marks, grid }: Seen, paint: Paint): string {
  const { wrongWords, apart } = marks;
  const missing = [
    ...(wrongWords.length > 0 ? [`not in the word list: ${wrongWords.join(', ')}`] : []),
    ...(apart.size > 0 ? [`not connected: ${apart.size}`] : []),
  ];
  if (missing.length > 0) return missing.join('; ');
  if (order.length > 0 || grid.laid.size === 0) return '';
  return paint.good('All tiles placed: press Enter to peel.');
}

const helpLines = [
  'A to Z   place a tile',
  'Space    across or down',
  'arrows   move the cursor',
  'Home     go to the first tile',
  'Backspace take back a tile',
  'Delete   take back this tile',
  'Ctrl-U   take back this word',
  'Escape   undo what you typed',
  '/        take all tiles back',
  '',
  'Enter    peel',
  '-        dump a letter',
  '*        shuffle your tiles',
  '!        leave the game',
  '',
  'red: not in the word list',
  'lowercase: not connected',
];
