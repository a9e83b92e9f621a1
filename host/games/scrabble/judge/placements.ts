import { type Board, NO_SQUARE } from '../board/board.ts';
import { tileKind } from '../tiles/tile-set.ts';
import type { Placement } from '../wire/messages.ts';
import type { Direction, HeldTiles, JudgingTerms, MoveError } from './judgement.ts';
import type { Position } from './position.ts';

/** Comparing with all earlier placements is the fastest way up to this number. */
const FEW = 32;

/**
 * Returns the errors of each placement in the order sent. Tests are independent, except that a missing tile
 * is not looked for in the hand. Hot path: it allocates nothing for correct moves, and is never slower than
 * sorting.
 */
export function placementErrors(
  terms: JudgingTerms,
  position: Position,
  held: HeldTiles,
  placements: readonly Placement[],
): MoveError[] | undefined {
  let errors: MoveError[] | undefined;
  const earlier = placements.length > FEW ? new Earlier() : undefined;
  for (let index = 0; index < placements.length; index++) {
    const placement = placements[index]!;
    const before = earlier ? earlier.like(placement) : scan(placements, index);
    const isRight =
      isOfHand(terms, held, placement, before.uses) && isFree(terms, position, placement, before.there);
    if (!isRight) name((errors ??= []), terms, position, held, placement, before);
  }
  return errors;
}

/** Earlier placements of the same move: uses of a kind of tile, and the first at a place. */
interface Before {
  uses: number;
  there: Placement | undefined;
}

const scanned: Before = { uses: 0, there: undefined };

function scan(placements: readonly Placement[], end: number): Before {
  const { id, x, y } = placements[end]!;
  scanned.uses = 0;
  scanned.there = undefined;
  for (let index = 0; index < end; index++) {
    const other = placements[index]!;
    if (other.id === id) scanned.uses++;
    if (other.x === x && other.y === y) scanned.there ??= other;
  }
  return scanned;
}

/** A hash table for many placements. */
class Earlier {
  readonly #uses = new Map<number, number>();
  /** Text keys prevent chosen hash collisions. */
  readonly #places = new Map<string, Placement>();

  like(placement: Placement): Before {
    const { id, x, y } = placement;
    const uses = this.#uses.get(id) ?? 0;
    this.#uses.set(id, uses + 1);
    const place = `${x} ${y}`;
    const there = this.#places.get(place);
    if (!there) this.#places.set(place, placement);
    return { uses, there };
  }
}

function isOfHand({ tiles }: JudgingTerms, held: HeldTiles, placement: Placement, uses: number): boolean {
  const kind = tileKind(tiles, placement.id);
  if (!kind || uses >= (held.get(placement.id) ?? 0)) return false;
  for (const { letter, points } of kind.faces)
    if (letter === placement.letter && points === placement.points) return true;
  return false;
}

function isFree(
  { board }: JudgingTerms,
  position: Position,
  { x, y }: Placement,
  there?: Placement,
): boolean {
  return there === undefined && position.indexAt(x, y) < 0 && board.squareAt(x, y) !== NO_SQUARE;
}

function name(
  errors: MoveError[],
  { tiles, board }: JudgingTerms,
  position: Position,
  held: HeldTiles,
  placement: Placement,
  { uses, there }: Before,
): void {
  const { x, y, id, letter, points } = placement;
  const face = { letter, points };
  const kind = tileKind(tiles, id);
  if (!kind) errors.push({ rule: 'piecedoesnotexist', id });
  else {
    if (uses >= (held.get(id) ?? 0)) errors.push({ rule: 'playerdoesnothavepiece', id });
    if (!kind.faces.some((each) => each.letter === letter && each.points === points))
      errors.push({ rule: 'invalidpieceinst', id, face });
  }
  if (board.squareAt(x, y) === NO_SQUARE) errors.push({ rule: 'emptytile', x, y });
  const occupant = position.tileAt(x, y) ?? there;
  if (occupant) errors.push({ rule: 'occupiedtile', placed: face, x, y, there: faceOf(occupant) });
}

function faceOf({ letter, points }: Placement): { readonly letter: string; readonly points: number } {
  return { letter, points };
}

/** The row or column of all placements, a row for a single tile. */
export function directionOf(placements: readonly Placement[]): Direction | undefined {
  const { x, y } = placements[0]!;
  if (placements.every((placement) => placement.y === y)) return 'across';
  return placements.every((placement) => placement.x === x) ? 'down' : undefined;
}

/** Sorts left to right, or top to bottom. Most players send this order. */
export function inOrder(placements: readonly Placement[], direction: Direction): readonly Placement[] {
  const at = direction === 'across' ? (tile: Placement) => tile.x : (tile: Placement) => tile.y;
  for (let index = 1; index < placements.length; index++)
    if (at(placements[index - 1]!) > at(placements[index]!))
      return [...placements].sort((one, other) => at(one) - at(other));
  return placements;
}

/** Places between the tiles without a tile: the first missing square, and the first free square. */
interface Gaps {
  readonly outside: { readonly x: number; readonly y: number } | undefined;
  readonly isFree: boolean;
}

/** Tiles may be two thousand million places apart. The first gap is an error anyway. */
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

/** A first play must be long enough and cover the center, and a later one must touch tiles. */
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

export function hasNeighbour(position: Position, { x, y }: Placement, direction: Direction): boolean {
  return direction === 'across'
    ? position.indexAt(x - 1, y) >= 0 || position.indexAt(x + 1, y) >= 0
    : position.indexAt(x, y - 1) >= 0 || position.indexAt(x, y + 1) >= 0;
}
