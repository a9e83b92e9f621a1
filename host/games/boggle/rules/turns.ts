import type { Nanos, Seat } from '../../../core/units.ts';
import { andThen } from '../../game.ts';
import { type Removal, removePlayer } from '../../line-game/removal.ts';
import { playerAfter } from '../../line-game/state.ts';
import { beginTurn, endOfTurn, timeNotice } from '../../line-game/turns.ts';
import { noticeText } from '../wire/messages.ts';
import { endByScore, endIfAllAreDone, endIfFewAreLeft } from './end.ts';
import type { BoggleStep, State } from './state.ts';

export function turnOver(state: State, seat: Seat): BoggleStep {
  const counted: State = { ...state, turn: undefined, turnsLeft: state.turnsLeft - 1 };
  return counted.turnsLeft === 0 ? endByScore(counted, 'turns-used') : nextTurn(counted, seat);
}

export function nextTurn(state: State, after: Seat): BoggleStep {
  const player = playerAfter(state, after);
  const { seat } = player;
  const k = player.turns + 1;
  const left = state.turnsLeft;
  const { ms, line: bank, facts } = timeNotice(state, player);
  const text = `${bank}${noticeText({ type: 'turn', ms, k, left })}`;
  return beginTurn(state, player, text, { type: 'turn', seat, k, left, ...facts });
}

/** Found words stay. */
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

/** The end of the turn, or of a simultaneous game. */
export function alarm(state: State): Nanos | undefined {
  if (state.over) return undefined;
  return state.turn?.startedAt === undefined ? state.endsAt : endOfTurn(state);
}
