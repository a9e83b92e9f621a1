import type { Nanos, Seat } from '../../../core/units.ts';
import { allowedCpu } from '../../line-game/turn-cpu.ts';
import { noticeText } from '../wire/text.ts';
import {
  type BoggleEffect,
  type BoggleStep,
  type Player,
  playerAt,
  playing,
  type State,
  tellAll,
  then,
  withPlayer,
} from './state.ts';
import { scored } from './verdicts.ts';

/** This player's turn is over, and one of the game's with it: the game ends, or the next has its turn. */
export function turnOver(state: State, seat: Seat): BoggleStep {
  const counted: State = { ...state, turn: undefined, turnsLeft: state.turnsLeft - 1 };
  return counted.turnsLeft === 0 ? scored(counted, 'turns-used') : nextTurn(counted, seat);
}

/** The next who still plays, after this one. */
export function nextTurn(state: State, after: Seat): BoggleStep {
  const left = playing(state);
  return giveTurn(state, left.find(({ seat }) => seat > after) ?? left[0]!);
}

function giveTurn(state: State, player: Player): BoggleStep {
  const { seat } = player;
  const k = player.turns + 1;
  const left = state.turnsLeft;
  const text = noticeText({ type: 'turn', ms: millisecondsOf(state.table.options.timeout), k, left });
  const effects: BoggleEffect[] = [
    { do: 'record', event: { type: 'turn', seat, k, left } },
    { do: 'tell', seat, text, clock: true },
  ];
  const turned = withPlayer(state, { ...player, turns: k });
  return { state: { ...turned, turn: { seat, startedAt: undefined } }, effects };
}

/** Nothing where there is no limit. */
export function millisecondsOf(time: Nanos): number | undefined {
  return time === Number.POSITIVE_INFINITY ? undefined : Math.ceil(time / 1e6);
}

/** The line of the turn was written. */
export function clockStarts(state: State, seat: Seat, at: Nanos): State {
  return state.turn?.seat === seat ? { ...state, turn: { seat, startedAt: at } } : state;
}

/** When the turn runs out, or the time of all. */
export function alarm({ turn, table, endsAt, over }: State): Nanos | undefined {
  if (over) return undefined;
  if (turn?.startedAt === undefined) return endsAt;
  const end = turn.startedAt + table.options.timeout + table.options.margin;
  return Number.isFinite(end) ? end : undefined;
}

export function wake(state: State): BoggleStep {
  if (state.over) return { state, effects: [] };
  return state.turn ? ranOut(state, state.turn.seat) : scored(state, 'time-up');
}

/** So much processor time has gone into the turn. */
export function spent(state: State, seat: Seat, cpu: Nanos): BoggleStep {
  const isTooMuch = state.turn?.seat === seat && cpu > allowedCpu(state.table.options);
  return isTooMuch && !state.over ? ranOut(state, seat, { of: 'turn-cpu' }) : { state, effects: [] };
}

/** The turn has run out: it counts as a pass. */
function ranOut(state: State, seat: Seat, more?: { readonly of: 'turn-cpu' }): BoggleStep {
  const player = playerAt(state, seat);
  const late = withPlayer(state, { ...player, ranOut: player.turns });
  const told: BoggleStep = {
    state: late,
    effects: [
      { do: 'record', event: { type: 'timeout', seat, k: player.turns, ...more } },
      ...tellAll(late, seat, { type: 'timeout', player: seat }),
    ],
  };
  return then(told, (next) => turnOver(next, seat));
}
