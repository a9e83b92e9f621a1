import type { Nanos, Seat } from '../../../core/units.ts';
import { playerAt } from '../../line-game/players.ts';
import { forfeitedText, outOfTime } from '../../line-game/removal.ts';
import { tell } from '../../line-game/telling.ts';
import type { LimitOfTurn } from '../../line-game/turns/time-bank.ts';
import { hasOverspent, nextLimit, turnRanOut } from '../../line-game/turns/turn-clock.ts';
import { andThen, unchanged } from '../../steps.ts';
import { remove } from './out.ts';
import type { ScrabbleStep, State } from './state.ts';
import { turnOver, withoutPoints } from './turns.ts';

export function wake(state: State, at: Nanos): ScrabbleStep {
  const { turn } = state;
  return turn && !state.over ? ranOut(state, turn.seat, at, nextLimit(state, turn.seat)) : unchanged(state);
}

/** So much processor time has gone into the turn. */
export function spent(state: State, seat: Seat, cpu: Nanos, at: Nanos): ScrabbleStep {
  return hasOverspent(state, seat, cpu) ? ranOut(state, seat, at, 'turn-cpu') : unchanged(state);
}

/** It counts as a pass, unless all the time of the player is used up. */
function ranOut(state: State, seat: Seat, at: Nanos, of: LimitOfTurn): ScrabbleStep {
  const late: ScrabbleStep = turnRanOut(state, seat, at, of);
  return andThen(late, (next) =>
    of === 'time-bank' ? lost(next, seat) : turnOver(next, seat, withoutPoints),
  );
}

function lost(state: State, seat: Seat): ScrabbleStep {
  const told: ScrabbleStep = { state, effects: [tell(seat, forfeitedText(seat))] };
  return andThen(told, (next) => remove(next, seat, outOfTime(next, playerAt(next, seat))));
}
