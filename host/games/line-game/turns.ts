import type { ValuesOf } from '../../core/shape.ts';
import type { Nanos, Seat } from '../../core/units.ts';
import type { OwnEvent } from '../events.ts';
import type { LateTurn, Step } from '../game.ts';
import { allowedCpu, optionsOf } from '../kit/option.ts';
import type { overtime, timeout } from '../kit/scores.ts';
import {
  type LinePlayer,
  type LineState,
  playerAt,
  playersWith,
  playing,
  tellAll,
  withPlayer,
} from './state.ts';
import {
  bankAfter,
  bankMs,
  freeMilliseconds,
  hasBank,
  type LimitOfTurn,
  limitOfTurn,
  pointsOff,
  whole,
} from './time-bank.ts';
import { sharedNoticeText } from './wire/notices.ts';

export type TimeoutEvent = { readonly type: 'timeout' } & ValuesOf<typeof timeout>;
export type OvertimeEvent = { readonly type: 'overtime' } & ValuesOf<typeof overtime>;

/** The time that a player is told with its turn. */
interface TimeNotice {
  /** Undefined without a limit. */
  readonly ms: number | undefined;
  /** A line before that of the turn. Empty without time banks. */
  readonly line: string;
  readonly facts: { readonly bankMs?: number };
}

export function timeNotice(state: LineState, { seat, bank }: LinePlayer): TimeNotice {
  const options = optionsOfTurn(state, seat);
  const ms = freeMilliseconds(options, bank);
  if (!hasBank(options)) return { ms, line: '', facts: {} };
  const banks = playing(state).map(({ seat, bank }) => ({ player: seat, ms: whole(bank) }));
  return { ms, line: sharedNoticeText({ type: 'bank', banks }), facts: { bankMs: bankMs(bank) } };
}

/** The player's clock starts when the text is written. */
export function beginTurn<
  Player extends LinePlayer,
  State extends LineState<Player>,
  const Event extends OwnEvent,
>(state: State & LineState<Player>, player: Player, text: string, event: Event): Step<State, Event> {
  const { seat } = player;
  const players = playersWith(state, { ...player, turns: player.turns + 1 });
  return {
    state: { ...state, players, turn: { seat, startedAt: undefined, retries: 0, spent: 0 } },
    effects: [
      { do: 'record', event },
      { do: 'tell', seat, text, clock: true },
    ],
  };
}

/** Gives the same turn once more, with the time that is left. Undefined if none is left. */
export function retriedTurn<State extends LineState>(state: State, seat: Seat, at: Nanos): State | undefined {
  const { startedAt = at, retries, spent } = state.turn!;
  const turn = { seat, startedAt: undefined, retries: retries + 1, spent: spent + at - startedAt };
  const next = { ...state, turn };
  const { time } = limitOfTurn(optionsOfTurn(next, seat), playerAt(state, seat).bank);
  return time > 0 ? next : undefined;
}

/** The options of a turn, with the time that its earlier attempts have left. */
function optionsOfTurn({ terms, turn }: LineState, seat: Seat) {
  const options = optionsOf(terms, seat);
  if (turn?.seat !== seat || turn.spent === 0) return options;
  return { ...options, timeout: options.timeout - turn.spent };
}

export function startClock<State extends LineState>(state: State, seat: Seat, at: Nanos): State {
  return state.turn?.seat === seat ? { ...state, turn: { ...state.turn, startedAt: at } } : state;
}

/** Undefined before the line is written, or without a limit. */
export function endOfTurn(state: LineState): Nanos | undefined {
  const { turn } = state;
  if (turn?.startedAt === undefined) return undefined;
  const { bank } = playerAt(state, turn.seat);
  const options = optionsOfTurn(state, turn.seat);
  const end = turn.startedAt + limitOfTurn(options, bank).time + options.margin;
  return Number.isFinite(end) ? end : undefined;
}

export function nextLimit(state: LineState, seat: Seat): LimitOfTurn {
  return limitOfTurn(optionsOfTurn(state, seat), playerAt(state, seat).bank).of;
}

export function hasOverspent({ turn, terms, over }: LineState, seat: Seat, cpu: Nanos): boolean {
  return turn?.seat === seat && cpu > allowedCpu(optionsOf(terms, seat)) && !over;
}

/** Subtracts the time from the bank and resets the number of expired turns. */
export function answerTurn<Player extends LinePlayer, State extends LineState<Player>>(
  state: State & LineState<Player>,
  seat: Seat,
  at: Nanos,
): Step<State, OvertimeEvent> {
  const { options } = state.terms;
  const player = playerAt(state, seat);
  const answered = player.unanswered === 0 ? player : { ...player, unanswered: 0 };
  if (hasBank(options)) return charge<Player, State>(state, answered, at, incrementOf(state));
  return { state: answered === player ? state : withPlayer<Player, State>(state, answered), effects: [] };
}

/** An answer to the expired turn may still be on its way. */
export function expireTurn<Player extends LinePlayer, State extends LineState<Player>>(
  state: State & LineState<Player>,
  seat: Seat,
  at: Nanos,
  of: LimitOfTurn,
): Step<State, TimeoutEvent | OvertimeEvent> {
  const { options } = state.terms;
  const player = playerAt(state, seat);
  const { turns, unanswered } = player;
  const event: TimeoutEvent = { type: 'timeout', seat, k: turns, ...(of && { of }) };
  const told = tellAll(state, seat, sharedNoticeText({ type: 'timeout', player: seat }));
  const ranOut = { ...player, ranOut: turns, unanswered: unanswered + 1 };
  if (!hasBank(options))
    return { state: withPlayer<Player, State>(state, ranOut), effects: [{ do: 'record', event }, ...told] };
  const next = charge<Player, State>(state, ranOut, at, of === 'time-bank' ? 0 : incrementOf(state));
  return { state: next.state, effects: [{ do: 'record', event }, ...next.effects, ...told] };
}

/** A turn has its increment once, with its first answer. */
function incrementOf({ turn, terms }: LineState): Nanos {
  return turn && turn.retries > 0 ? 0 : terms.options.increment;
}

function charge<Player extends LinePlayer, State extends LineState<Player>>(
  state: State & LineState<Player>,
  player: Player,
  at: Nanos,
  increment: Nanos,
): Step<State, OvertimeEvent> {
  const { options } = state.terms;
  const { seat, turns, bank: before } = player;
  const bank = bankAfter(options, before, at - (state.turn?.startedAt ?? at)) + increment;
  const off = pointsOff(options, bank);
  const event = { type: 'overtime', seat, k: turns, bankMs: bankMs(bank), pointsOff: off } as const;
  return {
    state: withPlayer<Player, State>(state, { ...player, bank }),
    effects: off === pointsOff(options, before) ? [] : [{ do: 'record', event }],
  };
}

/** Lets the host measure the machine in such a turn. */
export function lateTurnIn(event: OwnEvent | TimeoutEvent): LateTurn | undefined {
  if (!isTimeout(event)) return undefined;
  const { seat, k, of } = event;
  return { seat, k, byClock: of !== 'turn-cpu' };
}

function isTimeout(event: OwnEvent | TimeoutEvent): event is TimeoutEvent {
  return event.type === 'timeout';
}

/** Undefined without a limit. */
export function millisecondsOf(time: Nanos): number | undefined {
  return time === Number.POSITIVE_INFINITY ? undefined : Math.ceil(time / 1e6);
}

export function recordPass<State extends LineState, const Event extends OwnEvent & { readonly seat: number }>(
  state: State,
  event: Event,
): Step<State, Event> {
  const { seat } = event;
  const text = sharedNoticeText({ type: 'passed', player: seat });
  return { state, effects: [{ do: 'record', event }, ...tellAll(state, seat, text)] };
}
