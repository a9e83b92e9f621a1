import type { Seat } from '../../../core/units.ts';
import type { ByteRange, Departure } from '../../kit/verdict.ts';
import { hasSay } from '../../line-game/players.ts';
import { departing, forfeitedText, forfeiting, type Removal, removePlayer } from '../../line-game/removal.ts';
import { tell } from '../../line-game/telling.ts';
import { andThen, unchanged } from '../../steps.ts';
import { endIfAllAreDone } from './done.ts';
import type { BoggleStep, State } from './state.ts';
import { nextTurn } from './turns.ts';
import { endIfFewAreLeft } from './verdicts.ts';

/** It says so itself. */
export function forfeit(state: State, seat: Seat, bytes: ByteRange): BoggleStep {
  const said: BoggleStep = { state, effects: [tell(seat, forfeitedText(seat))] };
  return andThen(said, (next) => remove(next, seat, forfeiting(seat, bytes)));
}

/** It has left, or the host has caught it at something. */
export function leave(state: State, seat: Seat, departure: Departure): BoggleStep {
  return hasSay(state, seat) ? remove(state, seat, departing(seat, departure)) : unchanged(state);
}

/** What it has found stays. */
export function remove(state: State, seat: Seat, removal: Removal): BoggleStep {
  const removed: BoggleStep = removePlayer(state, seat, removal);
  return andThen(removed, (next) => goOn(next, seat));
}

function goOn(state: State, removed: Seat): BoggleStep {
  const ended = endIfFewAreLeft(state);
  if (ended) return ended;
  if (state.turn?.seat === removed) return nextTurn({ ...state, turn: undefined }, removed);
  return endIfAllAreDone(state);
}
