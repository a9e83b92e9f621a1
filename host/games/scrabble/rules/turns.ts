import type { Nanos, Seat } from '../../../core/units.ts';
import { playerAfter, playing } from '../../line-game/players.ts';
import { passed } from '../../line-game/turns/passing.ts';
import { givenTurn, hasOverspent, millisecondsOf, turnRanOut } from '../../line-game/turns/turn-clock.ts';
import { andThen, unchanged } from '../../steps.ts';
import { noticeText } from '../wire/text.ts';
import { endAfterTurn } from './ends.ts';
import type { Player, ScrabbleStep, State } from './state.ts';

/** What a turn came to, as far as the ends of the game ask for it. */
interface TurnOutcome {
  readonly points: number;
  /** A play that stood. */
  readonly stood: boolean;
}

export const withoutPoints: TurnOutcome = { points: 0, stood: false };

/** This player's turn is over: the game ends, or the next has its turn. */
export function turnOver(state: State, seat: Seat, { points, stood }: TurnOutcome): ScrabbleStep {
  const { turns, scoreless, playless, pointless } = state.history;
  const history = {
    turns: turns + 1,
    scoreless: points === 0 ? scoreless + 1 : 0,
    playless: stood ? 0 : playless + 1,
    pointlessBefore: pointless,
    pointless: points <= 0,
  };
  const counted: State = { ...state, history, turn: undefined };
  return endAfterTurn(counted, seat) ?? nextTurn(counted, seat);
}

/** The next that still plays, after this one. */
export function nextTurn(state: State, after: Seat): ScrabbleStep {
  const next = playerAfter(state, after);
  const isEmpty = next.hand.size === 0 && playing(state).length > 1;
  return isEmpty ? passByItself(state, next) : giveTurn(state, next);
}

/** A player that holds nothing can only pass. */
function passByItself(state: State, { seat }: Player): ScrabbleStep {
  const step: ScrabbleStep = passed(state, { type: 'pass', seat, why: 'empty-hand' });
  return andThen(step, (next) => turnOver(next, seat, withoutPoints));
}

function giveTurn(state: State, player: Player): ScrabbleStep {
  const { seat } = player;
  const k = player.turns + 1;
  const { options, brief } = state.terms;
  const bag = brief ? '' : noticeText({ type: 'bag', tiles: state.bag.left });
  const turn = noticeText({ type: 'turn', ms: millisecondsOf(options.timeout), k });
  return givenTurn(state, player, `${bag}${turn}`, { type: 'turn', seat, k });
}

export function wake(state: State): ScrabbleStep {
  const { turn } = state;
  return turn && !state.over ? ranOut(state, turn.seat) : unchanged(state);
}

/** So much processor time has gone into the turn. */
export function spent(state: State, seat: Seat, cpu: Nanos): ScrabbleStep {
  return hasOverspent(state, seat, cpu) ? ranOut(state, seat, 'turn-cpu') : unchanged(state);
}

/** It counts as a pass. */
function ranOut(state: State, seat: Seat, of?: 'turn-cpu'): ScrabbleStep {
  const late: ScrabbleStep = turnRanOut(state, seat, of);
  return andThen(late, (next) => turnOver(next, seat, withoutPoints));
}
