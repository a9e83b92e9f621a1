import type { Nanos, Seat } from '../../../core/units.ts';
import { andThen, unchanged } from '../../game.ts';
import { type Removal, removePlayer } from '../../line-game/removal.ts';
import { playerAfter, playerAt, playing, withPlayer } from '../../line-game/state.ts';
import { beginTurn, recordPass, retriedTurn, timeNotice } from '../../line-game/turns.ts';
import { retriesOf } from '../options.ts';
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
  const { text, facts } = turnNotice(state, player, k);
  return beginTurn(state, player, text, { type: 'turn', seat, k, ...facts });
}

function turnNotice(state: State, player: Player, k: number) {
  const { ms, line: bank, facts } = timeNotice(state, player);
  const bag = state.terms.brief ? '' : noticeText({ type: 'bag', tiles: state.bag.left });
  return { text: `${bag}${bank}${noticeText({ type: 'turn', ms, k })}`, facts };
}

/** Asks for another move of the same turn. Undefined if no attempt or no time is left. */
export function retry(state: State, seat: Seat, at: Nanos): ScrabbleStep | undefined {
  if (state.turn!.retries >= retriesOf(state.terms.options)) return undefined;
  const next = retriedTurn(state, seat, at);
  if (!next) return undefined;
  const player = playerAt(next, seat);
  const k = player.turns;
  const { text, facts } = turnNotice(next, player, k);
  return {
    state: next,
    effects: [
      { do: 'record', event: { type: 'turn', seat, k, retry: next.turn!.retries, ...facts } },
      { do: 'tell', seat, text, clock: true, isRest: true },
    ],
  };
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
