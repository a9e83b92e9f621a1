import type { Nanos, Seat } from '../../../core/units.ts';
import { playerAt } from '../../line-game/players.ts';
import { forfeitedText, outOfTime } from '../../line-game/removal.ts';
import { tell } from '../../line-game/telling.ts';
import type { LimitOfTurn } from '../../line-game/turns/time-bank.ts';
import { endOfTurn, hasOverspent, nextLimit, turnRanOut } from '../../line-game/turns/turn-clock.ts';
import { andThen, unchanged } from '../../steps.ts';
import { remove } from './out.ts';
import type { BoggleStep, State } from './state.ts';
import { turnOver } from './turns.ts';
import { scored } from './verdicts.ts';

/** When the turn runs out, or the time of all. */
export function alarm(state: State): Nanos | undefined {
  if (state.over) return undefined;
  return state.turn?.startedAt === undefined ? state.endsAt : endOfTurn(state);
}

export function wake(state: State, at: Nanos): BoggleStep {
  const { turn } = state;
  if (state.over) return unchanged(state);
  return turn ? ranOut(state, turn.seat, at, nextLimit(state, turn.seat)) : scored(state, 'time-up');
}

/** So much processor time has gone into the turn. */
export function spent(state: State, seat: Seat, cpu: Nanos, at: Nanos): BoggleStep {
  return hasOverspent(state, seat, cpu) ? ranOut(state, seat, at, 'turn-cpu') : unchanged(state);
}

/** It counts as a pass, unless all the time of the player is used up. */
function ranOut(state: State, seat: Seat, at: Nanos, of: LimitOfTurn): BoggleStep {
  const late: BoggleStep = turnRanOut(state, seat, at, of);
  return andThen(late, (next) => (of === 'time-bank' ? lost(next, seat) : turnOver(next, seat)));
}

function lost(state: State, seat: Seat): BoggleStep {
  const told: BoggleStep = { state, effects: [tell(seat, forfeitedText(seat))] };
  return andThen(told, (next) => remove(next, seat, outOfTime(next, playerAt(next, seat))));
}
