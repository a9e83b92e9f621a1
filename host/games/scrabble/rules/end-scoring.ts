import type { Seat } from '../../../core/units.ts';
import { playing } from '../../line-game/players.ts';
import type { Hand } from '../tiles/bag.ts';
import type { TileSet } from '../tiles/tile-set.ts';
import type { Player, State } from './state.ts';

/** What is still held counts, as the rules say. `out` has played its last tile. */
export function settleHands(state: State, out: Seat | undefined): State {
  const { rules, tiles, options } = state.terms;
  const still = new Set(playing(state).map(({ seat }) => seat));
  const changed = (change: (player: Player) => number): State => ({
    ...state,
    players: state.players.map((player) =>
      still.has(player.seat) ? { ...player, score: (player.score + change(player)) | 0 } : player,
    ),
  });
  const all = () => playing(state).reduce((sum, { hand }) => sum + valueHeld(hand, tiles), 0);
  if (options.leftover === 'twice' && out !== undefined) {
    const gained = 2 * all();
    return changed(({ seat }) => (seat === out ? gained : 0));
  }
  switch (rules.leftover) {
    case 'nothing':
      return state;
    case 'each-kind-once':
      return changed(({ hand }) => -kindsHeld(hand, tiles));
    case 'lost-and-gained': {
      const gained = all();
      return changed(({ seat, hand }) => (seat === out ? gained : -valueHeld(hand, tiles)));
    }
    default:
      return rules.leftover satisfies never;
  }
}

/** A tile with several values counts its highest. */
export function valuesOf({ tiles }: TileSet): ReadonlyMap<number, number> {
  return new Map(tiles.map(({ id, faces }) => [id, Math.max(...faces.map(({ points }) => points))]));
}

function valueHeld(hand: Hand, tiles: TileSet): number {
  const values = valuesOf(tiles);
  return [...hand].reduce((sum, [id, count]) => sum + count * values.get(id)!, 0);
}

function kindsHeld(hand: Hand, tiles: TileSet): number {
  const values = valuesOf(tiles);
  return [...hand.keys()].reduce((sum, id) => sum + values.get(id)!, 0);
}
