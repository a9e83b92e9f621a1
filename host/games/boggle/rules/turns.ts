import type { Nanos, Seat } from '../../../core/units.ts';
import { playerAfter } from '../../line-game/players.ts';
import {
  endOfTurn,
  givenTurn,
  hasOverspent,
  millisecondsOf,
  turnRanOut,
} from '../../line-game/turns/turn-clock.ts';
import { andThen, unchanged } from '../../steps.ts';
import { noticeText } from '../wire/text.ts';
import type { BoggleStep, State } from './state.ts';
import { scored } from './verdicts.ts';

/** This player's turn is over, and one of the game's with it: the game ends, or the next has its turn. */
export function turnOver(state: State, seat: Seat): BoggleStep {
  const counted: State = { ...state, turn: undefined, turnsLeft: state.turnsLeft - 1 };
  return counted.turnsLeft === 0 ? scored(counted, 'turns-used') : nextTurn(counted, seat);
}

/** The next that still plays, after this one. */
export function nextTurn(state: State, after: Seat): BoggleStep {
  const player = playerAfter(state, after);
  const { seat } = player;
  const k = player.turns + 1;
  const left = state.turnsLeft;
  const ms = millisecondsOf(state.terms.options.timeout);
  const event = { type: 'turn', seat, k, left } as const;
  return givenTurn(state, player, noticeText({ type: 'turn', ms, k, left }), event);
}

/** When the turn runs out, or the time of all. */
export function alarm(state: State): Nanos | undefined {
  if (state.over) return undefined;
  return state.turn?.startedAt === undefined ? state.endsAt : endOfTurn(state);
}

export function wake(state: State): BoggleStep {
  if (state.over) return unchanged(state);
  return state.turn ? ranOut(state, state.turn.seat) : scored(state, 'time-up');
}

/** So much processor time has gone into the turn. */
export function spent(state: State, seat: Seat, cpu: Nanos): BoggleStep {
  return hasOverspent(state, seat, cpu) ? ranOut(state, seat, 'turn-cpu') : unchanged(state);
}

/** It counts as a pass. */
function ranOut(state: State, seat: Seat, of?: 'turn-cpu'): BoggleStep {
  const late: BoggleStep = turnRanOut(state, seat, of);
  return andThen(late, (next) => turnOver(next, seat));
}
