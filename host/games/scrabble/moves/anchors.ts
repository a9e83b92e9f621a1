import { type Board, NO_SQUARE } from '../board/board.ts';
import type { Direction, JudgedTable } from '../judge/judgement.ts';
import type { Position } from '../judge/position.ts';
import type { Line } from './line.ts';

/** A line and the places on it of which a play must cover one. */
export interface AnchoredLine {
  readonly line: Line;
  readonly anchors: ReadonlySet<number>;
}

/** Where a play may lie: over the centre, touching what lies there, or anywhere that can be reached. */
export function anchoredLines(table: JudgedTable, position: Position): AnchoredLine[] {
  const places = anchorsOf(table, position);
  return [...linesOf(places, 'across'), ...linesOf(places, 'down')];
}

interface Place {
  readonly x: number;
  readonly y: number;
}

function anchorsOf({ rules, board, handSize }: JudgedTable, position: Position): readonly Place[] {
  const isFirst = position.count === 0;
  if (isFirst && rules.firstOverCenter) return [{ x: board.center[0], y: board.center[1] }];
  if (!isFirst && rules.laterTouch) return besideTiles(board, position);
  return board.layout ? everywhere(board) : around(board, position, handSize);
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

/** A board without edges has places without end: those that are as near as a hand reaches. */
function around({ center }: Board, position: Position, reach: number): Place[] {
  const tiles: readonly Place[] = position.count > 0 ? position.tiles() : [{ x: center[0], y: center[1] }];
  const [left, right] = [Math.min(...tiles.map(({ x }) => x)), Math.max(...tiles.map(({ x }) => x))];
  const [top, bottom] = [Math.min(...tiles.map(({ y }) => y)), Math.max(...tiles.map(({ y }) => y))];
  const places: Place[] = [];
  for (let y = top - reach; y <= bottom + reach; y++)
    for (let x = left - reach; x <= right + reach; x++) places.push({ x, y });
  return places;
}

function linesOf(places: readonly Place[], direction: Direction): AnchoredLine[] {
  const anchors = new Map<number, Set<number>>();
  for (const { x, y } of places) {
    const [at, along] = direction === 'across' ? [y, x] : [x, y];
    const known = anchors.get(at) ?? new Set();
    anchors.set(at, known.add(along));
  }
  return [...anchors].map(([at, set]) => ({ line: { direction, at }, anchors: set }));
}
