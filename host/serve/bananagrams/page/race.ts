import {
  type Box,
  columnOf,
  FIELD_SIDE,
  type Marks,
  rowOf,
  type TileGrid,
} from '../../../games/bananagrams/tile-grid.ts';
import { threeDigits } from '../../../games/bananagrams/wire/messages.ts';
import type { Panel } from '../../../games/presentation.ts';
import type { GameView } from '../../play/contract.ts';

/** The part of the field that a page shows. */
export interface Camera {
  readonly left: number;
  readonly top: number;
  readonly columns: number;
  readonly rows: number;
  /** Pixels of a square. */
  readonly square: number;
}

const [LARGEST_SQUARE, SMALLEST_SQUARE] = [46, 12];
/** Free squares on each side of the tiles. */
const MARGIN = 1;
/** Squares are drawn larger only if they grow by this. */
const WORTHWHILE = 1.4;

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Shows all tiles and the cursor. It stays as long as they are in sight, so that no tile moves without need. */
export function cameraFor(
  before: Camera | undefined,
  { width, height }: Size,
  { box, cursor }: Pick<TileGrid, 'box' | 'cursor'>,
): Camera {
  const seen = withMargin(box, cursor);
  const fitting = Math.min(width / (seen.right - seen.left + 1), height / (seen.bottom - seen.top + 1));
  const square = Math.max(SMALLEST_SQUARE, Math.min(LARGEST_SQUARE, Math.floor(fitting)));
  if (
    before &&
    isInSight(before, seen) &&
    fits(before, { width, height }) &&
    square < before.square * WORTHWHILE
  )
    return before;
  const [columns, rows] = [Math.floor(width / square), Math.floor(height / square)];
  const left = Math.floor((seen.left + seen.right + 1 - columns) / 2);
  const top = Math.floor((seen.top + seen.bottom + 1 - rows) / 2);
  return { left, top, columns, rows, square };
}

function withMargin(box: Box | undefined, cursor: number): Box {
  const [column, row] = [columnOf(cursor), rowOf(cursor)];
  const { left, top, right, bottom } = box ?? { left: column, top: row, right: column, bottom: row };
  return {
    left: Math.min(left - MARGIN, column),
    top: Math.min(top - MARGIN, row),
    right: Math.max(right + MARGIN, column),
    bottom: Math.max(bottom + MARGIN, row),
  };
}

function isInSight({ left, top, columns, rows }: Camera, seen: Box): boolean {
  return seen.left >= left && seen.top >= top && seen.right < left + columns && seen.bottom < top + rows;
}

function fits({ columns, rows, square }: Camera, { width, height }: Size): boolean {
  return columns === Math.floor(width / square) && rows === Math.floor(height / square);
}

/** The cells that the camera sees, row by row. */
export function cellsOf({ left, top, columns, rows }: Camera): readonly (readonly number[])[] {
  return Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (_, column) => (top + row) * FIELD_SIDE + left + column),
  );
}

/** What the camera sees, for drawing. */
export function panelOf(camera: Camera, laid: TileGrid['laid']): Panel {
  const rows = cellsOf(camera).map((cells) => cells.map((cell) => laid.get(cell) ?? '.').join(''));
  return { seat: undefined, caption: 'your grid', rows };
}

/** What a peel still needs, in the words of its button and in a sentence. Undefined if nothing is missing. */
export function missingFor(
  { laid, loose }: Pick<TileGrid, 'laid' | 'loose'>,
  { wrongWords, apart }: Marks,
): { readonly button: string; readonly sentence: string } | undefined {
  if (wrongWords.length > 0) {
    const which = wrongWords.length === 1 ? 'is not a word' : 'are not words';
    return { button: `${wrongWords.length} wrong`, sentence: `${wrongWords.join(', ')} ${which}.` };
  }
  if (apart.size > 0) {
    const tiles = apart.size === 1 ? '1 tile is' : `${apart.size} tiles are`;
    return { button: `${apart.size} apart`, sentence: `${tiles} not connected to the others.` };
  }
  if (loose.length > 0) {
    const sentence =
      laid.size === 0
        ? 'Type a word, or drag tiles to the grid.'
        : `Place ${tilesInWords(loose.length)} more.`;
    return { button: `${loose.length} to place`, sentence };
  }
  return undefined;
}

const tilesInWords = (count: number) => (count === 1 ? '1 tile' : `${count} tiles`);

/** The grid as it is sent, `xxxyyy` and the cells. */
export function gridText(rows: readonly string[]): string {
  return `${threeDigits(rows[0]?.length ?? 0)}${threeDigits(rows.length)}${rows.join('')}`;
}

export function rowsOfGrid(grid: string): readonly string[] {
  const width = Number(grid.slice(0, 3));
  return Array.from({ length: Number(grid.slice(3, 6)) }, (_, row) =>
    grid.slice(6 + row * width, 6 + (row + 1) * width),
  );
}

/** What has happened to this player since a view: who peeled, and by what its own peel was late. */
export function newsSince(
  view: GameView,
  before: number,
): { readonly late?: string; readonly peel?: string } {
  const lines = view.moves.slice(before).flatMap((move) => move.lines);
  const late = lines.findLast(({ seat, word }) => seat === view.you && word === 'late peel');
  const peel = lines.findLast(({ word }) => word === 'peel');
  const who = (seat: number) =>
    seat === view.you ? 'You' : (view.seats.find((each) => each.seat === seat)?.name ?? `Player ${seat}`);
  return {
    ...(late && { late: `Peel ${late.at ?? ''} was ${late.note ?? 'too late'}` }),
    ...(peel && { peel: `${who(peel.seat)} peeled ${peel.at}` }),
  };
}
