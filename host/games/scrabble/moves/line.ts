import { type Board, NO_SQUARE } from '../board/board.ts';
import type { Direction } from '../judge/judgement.ts';
import type { Position } from '../judge/position.ts';

/** One row or column, and what lies on it. Places are counted along it. */
export interface Line {
  readonly direction: Direction;
  /** Of its places: y of a row, x of a column. */
  readonly at: number;
}

export function placeOn({ direction, at }: Line, along: number): { readonly x: number; readonly y: number } {
  return direction === 'across' ? { x: along, y: at } : { x: at, y: along };
}

/** The number of the tile that lies there, or -1. */
export function tileOn(position: Position, line: Line, along: number): number {
  const { x, y } = placeOn(line, along);
  return position.indexAt(x, y);
}

export function isFree(board: Board, position: Position, line: Line, along: number): boolean {
  const { x, y } = placeOn(line, along);
  return board.squareAt(x, y) !== NO_SQUARE && position.indexAt(x, y) < 0;
}
