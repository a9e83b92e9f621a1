import { type Board, NO_SQUARE } from '../board/board.ts';
import type { Placement } from '../wire/messages.ts';
import type { Direction, JudgingTerms } from './judgement.ts';
import type { MoveError } from './move-error.ts';
import type { Position } from './position.ts';

/** The row or column on which all lie; a single tile lies on its row. None where there is none. */
export function directionOf(placements: readonly Placement[]): Direction | undefined {
  const { x, y } = placements[0]!;
  if (placements.every((placement) => placement.y === y)) return 'across';
  return placements.every((placement) => placement.x === x) ? 'down' : undefined;
}

/** From left to right, or from the top down: most players send them so. */
export function inOrder(placements: readonly Placement[], direction: Direction): readonly Placement[] {
  const at = direction === 'across' ? (tile: Placement) => tile.x : (tile: Placement) => tile.y;
  for (let index = 1; index < placements.length; index++)
    if (at(placements[index - 1]!) > at(placements[index]!))
      return [...placements].sort((one, other) => at(one) - at(other));
  return placements;
}

/**
 * What lies between the tiles of a move and is no tile: the first place without a square, and the first free square.
 */
export interface Gaps {
  readonly outside: { readonly x: number; readonly y: number } | undefined;
  readonly isFree: boolean;
}

/** Two tiles can lie two thousand million places apart: the first gap is an error, whatever the rest are. */
const MOST_GAPS = 1000;

export function gapsOf(
  board: Board,
  position: Position,
  laid: readonly Placement[],
  direction: Direction,
): Gaps | undefined {
  const first = laid[0]!;
  const last = laid[laid.length - 1]!;
  const right = direction === 'across' ? 1 : 0;
  const down = 1 - right;
  if (last.x - first.x + last.y - first.y === laid.length - 1) return undefined;
  let { x, y } = first;
  let outside: Gaps['outside'];
  let [isFree, found] = [false, 0];
  for (let next = 0; next < laid.length && found < MOST_GAPS; x += right, y += down) {
    if (laid[next]!.x === x && laid[next]!.y === y) next++;
    else if (position.indexAt(x, y) < 0) {
      found++;
      if (board.squareAt(x, y) !== NO_SQUARE) isFree = true;
      else outside ??= { x, y };
      if (isFree && outside) break;
    }
  }
  return found === 0 ? undefined : { outside, isFree };
}

/** Whether a first play is long enough and over the centre, and a later one touches what lies. */
export function placeErrors(
  { rules, board }: JudgingTerms,
  position: Position,
  laid: readonly Placement[],
): readonly MoveError[] {
  if (position.count > 0)
    return rules.laterTouch && !touches(position, laid) ? [{ rule: 'wordnotadjacent' }] : none;
  const errors: MoveError[] = [];
  const [x, y] = board.center;
  if (laid.length < rules.firstWordLength) errors.push({ rule: 'firstwordtooshort' });
  if (rules.firstOverCenter && !laid.some((tile) => tile.x === x && tile.y === y))
    errors.push({ rule: 'firstwordnotovercenter', center: board.center });
  return errors;
}

const none: readonly MoveError[] = [];

function touches(position: Position, laid: readonly Placement[]): boolean {
  for (const tile of laid)
    if (hasNeighbour(position, tile, 'across') || hasNeighbour(position, tile, 'down')) return true;
  return false;
}

/** Whether something lies before or after it in this direction. */
export function hasNeighbour(position: Position, { x, y }: Placement, direction: Direction): boolean {
  return direction === 'across'
    ? position.indexAt(x - 1, y) >= 0 || position.indexAt(x + 1, y) >= 0
    : position.indexAt(x, y - 1) >= 0 || position.indexAt(x, y + 1) >= 0;
}
