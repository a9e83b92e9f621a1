import type { BoardWindow } from 'wordhost/scrabble';
import type { Size } from '../terminal/screen.ts';
import type { WatchedGame } from './watched-game.ts';

const steps = { up: [0, -1], down: [0, 1], left: [-1, 0], right: [1, 0] } as const;
/** Steps over a large board. */
const STEP = 5;

export function movedBy(key: keyof typeof steps | 'home', { x, y }: Looked['moved']): Looked['moved'] {
  if (key === 'home') return { x: 0, y: 0 };
  const [across, down] = steps[key];
  return { x: x + across * STEP, y: y + down * STEP };
}

interface Looked {
  readonly watched: WatchedGame;
  readonly fresh: readonly { readonly x: number; readonly y: number }[];
  readonly moved: { readonly x: number; readonly y: number };
}

type Space = Pick<Size, 'columns' | 'rows'>;

const GAP = 3;
/** The width beside a board without edges, if possible. */
const SIDE = 44;
const NARROWEST_SIDE = 16;
/** A narrower terminal shows only the board, if that is larger. */
const NARROWEST_FOR_BOTH = 60;

/** The width beside the board with its gap, or 0 for the space below. */
export function besideBoard({ game: { terms } }: WatchedGame, columns: number): number {
  const { layout } = terms.board;
  const left = layout ? columns - widthOfBoard(layout) : 0;
  if (left >= NARROWEST_SIDE + GAP) return left;
  if (left >= 0 && layout) return 0;
  if (columns < NARROWEST_FOR_BOTH) return 0;
  return GAP + (columns >= 2 * SIDE ? SIDE : Math.min(SIDE, Math.floor(columns * 0.55)));
}

/** Rows have numbers, and each square has a space before it. */
function widthOfBoard({ width, height }: { readonly width: number; readonly height: number }): number {
  return String(height).length + 2 * width;
}

/** Shows the whole board if it fits, else the part around the last move, or where the person has moved. */
export function windowOf({ watched, fresh, moved }: Looked, { columns, rows }: Space): BoardWindow {
  const { layout, center } = watched.game.terms.board;
  const [x, y] = fresh[0] ? [fresh[0].x, fresh[0].y] : center;
  const label = layout ? String(layout.height).length : labelWidth(y + moved.y, rows);
  const width = Math.max(5, Math.floor((columns - label) / 2));
  const along = part(x + moved.x, width, layout && { from: layout.x, length: layout.width });
  const down = part(y + moved.y, rows, layout && { from: layout.y, length: layout.height });
  return { x: along.from, y: down.from, width: along.length, height: down.length };
}

/** Says where the board continues outside. */
export function boardBeyond({ game: { terms } }: WatchedGame, seen: BoardWindow): readonly string[] {
  const { layout } = terms.board;
  if (!layout) return [];
  return [
    ...(seen.x > layout.x ? ['left'] : []),
    ...(seen.x + seen.width < layout.x + layout.width ? ['right'] : []),
    ...(seen.y > layout.y ? ['above'] : []),
    ...(seen.y + seen.height < layout.y + layout.height ? ['below'] : []),
  ];
}

function labelWidth(y: number, rows: number): number {
  return Math.max(String(y - rows).length, String(y + rows).length);
}

interface Span {
  readonly from: number;
  readonly length: number;
}

function part(middle: number, length: number, whole: Span | undefined): Span {
  const from = middle - Math.floor(length / 2);
  if (!whole) return { from, length };
  if (whole.length <= length) return whole;
  return { from: Math.min(Math.max(from, whole.from), whole.from + whole.length - length), length };
}
