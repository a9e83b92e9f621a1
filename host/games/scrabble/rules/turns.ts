import type { Seat } from '../../../core/units.ts';
import { playerAfter, playing } from '../../line-game/players.ts';
import { passed } from '../../line-game/turns/passing.ts';
import { givenTurn, timeTold } from '../../line-game/turns/turn-clock.ts';
import { andThen } from '../../steps.ts';
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
  const { ms, line: bank, facts } = timeTold(state, player);
  const bag = state.terms.brief ? '' : noticeText({ type: 'bag', tiles: state.bag.left });
  const turn = noticeText({ type: 'turn', ms, k });
  return givenTurn(state, player, `${bag}${bank}${turn}`, { type: 'turn', seat, k, ...facts });
}
