import type { Nanos, Seat } from '../../../core/units.ts';
import { allowedCpu } from '../../line-game/turn-cpu.ts';
import { noticeText } from '../wire/text.ts';
import { endAfterTurn } from './ends.ts';
import {
  type Player,
  playerAt,
  playersWith,
  playing,
  type ScrabbleEffect,
  type ScrabbleStep,
  type State,
  tellAll,
  then,
  withPlayer,
} from './state.ts';

/** What a turn came to, as far as the ends of the game ask for it. */
export interface TurnOutcome {
  readonly points: number;
  /** A play that stood. */
  readonly stood: boolean;
}

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

/** The next who still plays, after this one. */
export function nextTurn(state: State, after: Seat): ScrabbleStep {
  const next = playerAfter(state, after);
  const isEmpty = next.hand.size === 0 && playing(state).length > 1;
  return isEmpty ? passByItself(state, next) : giveTurn(state, next);
}

function playerAfter({ players }: State, after: Seat): Player {
  let first: Player | undefined;
  for (const player of players) {
    if (player.standing.is !== 'playing') continue;
    if (player.seat > after) return player;
    first ??= player;
  }
  return first!;
}

/** Who holds nothing can only pass. */
function passByItself(state: State, player: Player): ScrabbleStep {
  const { seat } = player;
  const passed: ScrabbleStep = {
    state,
    effects: [
      { do: 'record', event: { type: 'pass', seat, why: 'empty-hand' } },
      ...tellAll(state, seat, { type: 'passed', player: seat }),
    ],
  };
  return then(passed, (next) => turnOver(next, seat, { points: 0, stood: false }));
}

export function giveTurn(state: State, player: Player): ScrabbleStep {
  const { seat } = player;
  const k = player.turns + 1;
  const ms = millisecondsOf(state.table.options.timeout);
  const text = noticeText({ type: 'turn', ms, k });
  const effects: ScrabbleEffect[] = [
    { do: 'record', event: { type: 'turn', seat, k } },
    { do: 'tell', seat, text, clock: true },
  ];
  const players = playersWith(state, { ...player, turns: k });
  return { state: { ...state, players, turn: { seat, startedAt: undefined } }, effects };
}

/** Nothing where there is no limit. */
export function millisecondsOf(timeout: Nanos): number | undefined {
  return timeout === Number.POSITIVE_INFINITY ? undefined : Math.ceil(timeout / 1e6);
}

/** The line of the turn was written. */
export function clockStarts(state: State, seat: Seat, at: Nanos): State {
  return state.turn?.seat === seat ? { ...state, turn: { seat, startedAt: at } } : state;
}

/** When the turn runs out. */
export function alarm({ turn, table }: State): Nanos | undefined {
  if (turn?.startedAt === undefined) return undefined;
  const end = turn.startedAt + table.options.timeout + table.options.margin;
  return Number.isFinite(end) ? end : undefined;
}

export function wake(state: State): ScrabbleStep {
  const { turn } = state;
  return turn && !state.over ? ranOut(state, turn.seat) : { state, effects: [] };
}

/** So much processor time has gone into the turn. */
export function spent(state: State, seat: Seat, cpu: Nanos): ScrabbleStep {
  const isTooMuch = state.turn?.seat === seat && cpu > allowedCpu(state.table.options);
  return isTooMuch && !state.over ? ranOut(state, seat, { of: 'turn-cpu' }) : { state, effects: [] };
}

/** The turn has run out: it counts as a pass. */
function ranOut(state: State, seat: Seat, more?: { readonly of: 'turn-cpu' }): ScrabbleStep {
  const player = playerAt(state, seat);
  const late = withPlayer(state, { ...player, ranOut: player.turns });
  const told: ScrabbleStep = {
    state: late,
    effects: [
      { do: 'record', event: { type: 'timeout', seat, k: player.turns, ...more } },
      ...tellAll(late, seat, { type: 'timeout', player: seat }),
    ],
  };
  return then(told, (next) => turnOver(next, seat, { points: 0, stood: false }));
}
