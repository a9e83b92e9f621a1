import type { Seat } from '../../../core/units.ts';
import { playerAfter } from '../../line-game/players.ts';
import { givenTurn, timeTold } from '../../line-game/turns/turn-clock.ts';
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
  const { ms, line: bank, facts } = timeTold(state, player);
  const text = `${bank}${noticeText({ type: 'turn', ms, k, left })}`;
  return givenTurn(state, player, text, { type: 'turn', seat, k, left, ...facts });
}
