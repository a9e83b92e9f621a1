import type { Seat } from '../../../core/units.ts';
import type { ByteRange, Departure } from '../../kit/verdict.ts';
import { hasSay, playerAt, withPlayer } from '../../line-game/players.ts';
import { departing, forfeitedText, forfeiting, type Removal, removePlayer } from '../../line-game/removal.ts';
import { tell } from '../../line-game/telling.ts';
import { andThen, unchanged } from '../../steps.ts';
import { emptyHand } from '../tiles/bag.ts';
import { endIfFewAreLeft } from './ends.ts';
import type { ScrabbleStep, State } from './state.ts';
import { nextTurn } from './turns.ts';

/** It says so itself. */
export function forfeit(state: State, seat: Seat, bytes: ByteRange): ScrabbleStep {
  const said: ScrabbleStep = { state, effects: [tell(seat, forfeitedText(seat))] };
  return andThen(said, (next) => remove(next, seat, forfeiting(seat, bytes)));
}

/** It has left, or the host has caught it at something. */
export function leave(state: State, seat: Seat, departure: Departure): ScrabbleStep {
  return hasSay(state, seat) ? remove(state, seat, departing(seat, departure)) : unchanged(state);
}

/** Its points stay, its tiles leave the game. */
export function remove(state: State, seat: Seat, removal: Removal): ScrabbleStep {
  const withoutTiles = withPlayer(state, { ...playerAt(state, seat), hand: emptyHand });
  const removed: ScrabbleStep = removePlayer(withoutTiles, seat, removal);
  return andThen(removed, (next) => goOn(next, seat));
}

function goOn(state: State, removed: Seat): ScrabbleStep {
  const ended = endIfFewAreLeft(state);
  if (ended) return ended;
  return state.turn?.seat === removed ? nextTurn({ ...state, turn: undefined }, removed) : unchanged(state);
}
