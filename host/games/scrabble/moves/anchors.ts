import { type Board, NO_SQUARE } from '../board/board.ts';
import type { Direction, JudgingTerms } from '../judge/judgement.ts';
import type { Position } from '../judge/position.ts';

/** One row or column, and the places on it of which a play must cover one. Places are counted along it. */
export interface AnchoredLine {
  readonly direction: Direction;
  /** Of its places: y of a row, x of a column. */
  readonly at: number;
  readonly anchors: ReadonlySet<number>;
}

/** Where a play may lie: over the centre, touching what lies there, or anywhere that can be reached. */
export function anchoredLines(terms: JudgingTerms, position: Position): AnchoredLine[] {
  const places = anchorsOf(terms, position);
  return [...linesOf(places, 'across'), ...linesOf(places, 'down')];
}

function anchorsOf({ rules, board }: JudgingTerms, position: Position): readonly Place[] {
  const isFirst = position.count === 0;
  if (isFirst && rules.firstOverCenter) return [{ x: board.center[0], y: board.center[1] }];
  if (!isFirst && rules.laterTouch) return besideTiles(board, position);
  if (board.layout) return everywhere(board);
  // A board without edges has places without end.
  return isFirst ? aroundCenter(board) : besideTiles(board, position);
}

interface Place {
  readonly x: number;
  readonly y: number;
}

function besideTiles(board: Board, position: Position): Place[] {
  const found = new Map<string, Place>();
  for (const { x, y } of position.tiles())
    for (const [right, down] of [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
    ] as const) {
      const place = { x: x + right, y: y + down };
      if (isFree(board, position, place)) found.set(`${place.x} ${place.y}`, place);
    }
  return [...found.values()];
}

function isFree(board: Board, position: Position, { x, y }: Place): boolean {
  return position.indexAt(x, y) < 0 && board.squareAt(x, y) !== NO_SQUARE;
}

function everywhere({ layout }: Board): Place[] {
  const { x, y, width, ids } = layout!;
  return Array.from(ids, (id, index) => ({
    id,
    x: x + (index % width),
    y: y + Math.floor(index / width),
  })).filter(({ id }) => id !== NO_SQUARE);
}

const NEAR = 7;

function aroundCenter({ center: [x, y] }: Board): Place[] {
  const side = Array.from({ length: 2 * NEAR + 1 }, (_, index) => index - NEAR);
  return side.flatMap((down) => side.map((right) => ({ x: x + right, y: y + down })));
}

function linesOf(places: readonly Place[], direction: Direction): AnchoredLine[] {
  const anchors = new Map<number, Set<number>>();
  for (const { x, y } of places) {
    const [at, along] = direction === 'across' ? [y, x] : [x, y];
    const known = anchors.get(at) ?? new Set();
    anchors.set(at, known.add(along));
  }
  return [...anchors].map(([at, set]) => ({ direction, at, anchors: set }));
}
