import type { Seat } from '../../../core/units.ts';
import { andThen, unchanged } from '../../game.ts';
import { type Removal, removePlayer } from '../../line-game/removal.ts';
import { playerAfter, playerAt, playing, withPlayer } from '../../line-game/state.ts';
import { beginTurn, recordPass, timeNotice } from '../../line-game/turns.ts';
import { emptyHand } from '../tiles/bag.ts';
import { noticeText } from '../wire/messages.ts';
import { endAfterTurn, endIfFewAreLeft } from './end.ts';
import type { Player, ScrabbleStep, State } from './state.ts';

/** The facts of a turn that decide about the end. */
interface TurnOutcome {
  readonly points: number;
  readonly stood: boolean;
}

export const withoutPoints: TurnOutcome = { points: 0, stood: false };

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

export function nextTurn(state: State, after: Seat): ScrabbleStep {
  const next = playerAfter(state, after);
  const isEmpty = next.hand.size === 0 && playing(state).length > 1;
  return isEmpty ? passByItself(state, next) : giveTurn(state, next);
}

/** A player without tiles can only pass. */
function passByItself(state: State, { seat }: Player): ScrabbleStep {
  const step: ScrabbleStep = recordPass(state, { type: 'pass', seat, why: 'empty-hand' });
  return andThen(step, (next) => turnOver(next, seat, withoutPoints));
}

function giveTurn(state: State, player: Player): ScrabbleStep {
  const { seat } = player;
  const k = player.turns + 1;
  const { ms, line: bank, facts } = timeNotice(state, player);
  const bag = state.terms.brief ? '' : noticeText({ type: 'bag', tiles: state.bag.left });
  const turn = noticeText({ type: 'turn', ms, k });
  return beginTurn(state, player, `${bag}${bank}${turn}`, { type: 'turn', seat, k, ...facts });
}

/** Points stay, and tiles leave the game. */
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
