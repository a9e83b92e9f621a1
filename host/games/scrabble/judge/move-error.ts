import type { Face } from '../tiles/tile-set.ts';
import type { Placement } from '../wire/messages.ts';

/** Why a move does not stand; each under its name on the wire. */
export type MoveError =
  | { readonly rule: 'emptymove' }
  | { readonly rule: 'piecedoesnotexist'; readonly id: number }
  | { readonly rule: 'playerdoesnothavepiece'; readonly id: number }
  | { readonly rule: 'invalidpieceinst'; readonly id: number; readonly face: Face }
  | { readonly rule: 'emptytile'; readonly x: number; readonly y: number }
  | {
      readonly rule: 'occupiedtile';
      readonly placed: Face;
      readonly x: number;
      readonly y: number;
      readonly there: Face;
    }
  /** Where each was to go, as sent. */
  | { readonly rule: 'wordnotonroworcolumn'; readonly placements: readonly Placement[] }
  | { readonly rule: 'wordoutsideboard' }
  | { readonly rule: 'wordnotconnected' }
  | { readonly rule: 'firstwordtooshort' }
  | { readonly rule: 'firstwordnotovercenter'; readonly center: readonly [x: number, y: number] }
  | { readonly rule: 'wordnotadjacent' }
  | { readonly rule: 'wordnotindictionary'; readonly word: string }
  /** A change of so many, with so many in the bag. */
  | { readonly rule: 'notenoughpieces'; readonly wanted: number; readonly left: number };

/** The words after `error` for the player of that number. */
export function errorWords(error: MoveError, player: number): readonly string[] {
  return [error.rule, ...detailsOf(error, player).map(String)];
}

/** The line of the wire, without its end. */
export function errorLine(error: MoveError, player: number): string {
  return `error ${errorWords(error, player).join(' ')}`;
}

function detailsOf(error: MoveError, player: number): readonly (string | number)[] {
  switch (error.rule) {
    case 'piecedoesnotexist':
      return [error.id];
    case 'playerdoesnothavepiece':
      return [player, error.id];
    case 'invalidpieceinst':
      return [error.id, faceText(error.face)];
    case 'emptytile':
      return [error.x, error.y];
    case 'occupiedtile':
      return [faceText(error.placed), error.x, error.y, faceText(error.there)];
    case 'wordnotonroworcolumn':
      return error.placements.flatMap(({ x, y }) => [x, y]);
    case 'firstwordnotovercenter':
      return error.center;
    case 'wordnotindictionary':
      return [error.word];
    case 'notenoughpieces':
      return [error.wanted, error.left];
    case 'emptymove':
    case 'wordoutsideboard':
    case 'wordnotconnected':
    case 'firstwordtooshort':
    case 'wordnotadjacent':
      return [];
    default:
      return error satisfies never;
  }
}

function faceText({ letter, points }: Face): string {
  return `${letter}${points}`;
}
