import type { Seat } from '../../../core/units.ts';
import { gameOver, verdictByScore, verdictOnTheRest, wonByNobody } from '../../line-game/end.ts';
import { playerAt, playing } from '../../line-game/state.ts';
import type { EndReason } from '../events.ts';
import type { Hand } from '../tiles/bag.ts';
import type { TileSet } from '../tiles/tile-set.ts';
import type { Player, ScrabbleStep, State } from './state.ts';

/** Undefined if the game goes on. */
export function endAfterTurn(state: State, mover: Seat): ScrabbleStep | undefined {
  const reason = reasonToEnd(state, playerAt(state, mover));
  if (reason === undefined) return undefined;
  if (reason === 'max-turns') return gameOver(state, (over) => wonByNobody(over, 'timeout', reason));
  const settled = settleHands(state, reason === 'played-out' ? mover : undefined);
  return gameOver(settled, (over) => verdictByScore(over, reason));
}

/** Undefined while enough players are left. */
export function endIfFewAreLeft(state: State): ScrabbleStep | undefined {
  const verdict = verdictOnTheRest(state);
  return verdict && gameOver(state, () => verdict);
}

function reasonToEnd(state: State, mover: Player): EndReason | undefined {
  const { rules, options } = state.terms;
  const { scoreless, playless, pointlessBefore, turns } = state.history;
  if (state.bag.left === 0 && mover.hand.size === 0) return 'played-out';
  switch (rules.quietEnd) {
    case 'scoreless':
      if (isRoundOver(state, scoreless)) return 'scoreless';
      break;
    case 'playless':
      if (isRoundOver(state, playless)) return 'passed-out';
      break;
    case 'one-more':
      if (pointlessBefore) return 'scoreless';
      break;
    default:
      rules.quietEnd satisfies never;
  }
  return options['max-turns'] !== undefined && turns >= options['max-turns'] ? 'max-turns' : undefined;
}

/** Whether these are three turns for each remaining player. */
function isRoundOver(state: State, turns: number): boolean {
  return turns > 0 && turns >= 3 * playing(state).length;
}

/** Counts remaining tiles by the rules. `out` has played its last tile. */
function settleHands(state: State, out: Seat | undefined): State {
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
