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

type TimeoutEvent = { readonly type: 'timeout' } & ValuesOf<typeof timeout>;
type OvertimeEvent = { readonly type: 'overtime' } & ValuesOf<typeof overtime>;

/** What a player is told of its time with its turn. */
interface TimeNotice {
  /** Of the turn; none: no limit. */
  readonly ms: number | undefined;
  /** The line before that of the turn; empty without time banks. */
  readonly line: string;
  /** For the record. */
  readonly facts: { readonly bankMs?: number };
}

export function timeNotice(state: LineState, { seat, bank }: LinePlayer): TimeNotice {
  const options = optionsOf(state.terms, seat);
  const ms = freeMilliseconds(options, bank);
  if (!hasBank(options)) return { ms, line: '', facts: {} };
  const banks = playing(state).map(({ seat, bank }) => ({ player: seat, ms: whole(bank) }));
  return { ms, line: sharedNoticeText({ type: 'bank', banks }), facts: { bankMs: bankMs(bank) } };
}

/** This player has its next turn: its clock starts when the text is written. */
export function beginTurn<
  Player extends LinePlayer,
  State extends LineState<Player>,
  const Event extends OwnEvent,
>(state: State & LineState<Player>, player: Player, text: string, event: Event): Step<State, Event> {
  const { seat } = player;
  const players = playersWith(state, { ...player, turns: player.turns + 1 });
  return {
    state: { ...state, players, turn: { seat, startedAt: undefined } },
    effects: [
      { do: 'record', event },
      { do: 'tell', seat, text, clock: true },
    ],
  };
}

/** The line of the turn was written. */
export function startClock<State extends LineState>(state: State, seat: Seat, at: Nanos): State {
  return state.turn?.seat === seat ? { ...state, turn: { seat, startedAt: at } } : state;
}

/** When the turn runs out; none where none has begun, or it has no end. */
export function endOfTurn(state: LineState): Nanos | undefined {
  const { turn, terms } = state;
  if (turn?.startedAt === undefined) return undefined;
  const { bank } = playerAt(state, turn.seat);
  const options = optionsOf(terms, turn.seat);
  const end = turn.startedAt + limitOfTurn(options, bank).time + options.margin;
  return Number.isFinite(end) ? end : undefined;
}

/** Which limit the turn under way runs into. */
export function nextLimit(state: LineState, seat: Seat): LimitOfTurn {
  return limitOfTurn(optionsOf(state.terms, seat), playerAt(state, seat).bank).of;
}

/** So much processor time in its turn is more than a player may use. */
export function hasOverspent({ turn, terms, over }: LineState, seat: Seat, cpu: Nanos): boolean {
  return turn?.seat === seat && cpu > allowedCpu(optionsOf(terms, seat)) && !over;
}

/** The player whose turn it is has answered: its time is taken from its bank, and its turns that ran out are forgiven. */
export function answerTurn<Player extends LinePlayer, State extends LineState<Player>>(
  state: State & LineState<Player>,
  seat: Seat,
  at: Nanos,
): Step<State, OvertimeEvent> {
  const { options } = state.terms;
  const player = playerAt(state, seat);
  const answered = player.unanswered === 0 ? player : { ...player, unanswered: 0 };
  if (hasBank(options)) return charge<Player, State>(state, answered, at, options.increment);
  return { state: answered === player ? state : withPlayer<Player, State>(state, answered), effects: [] };
}

/** The turn has run out: an answer to it may still be on its way. */
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
  const next = charge<Player, State>(state, ranOut, at, of === 'time-bank' ? 0 : options.increment);
  return { state: next.state, effects: [{ do: 'record', event }, ...next.effects, ...told] };
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

/** For the host, which measures the machine in such a turn. */
export function lateTurnIn(event: OwnEvent | TimeoutEvent): LateTurn | undefined {
  if (!isTimeout(event)) return undefined;
  const { seat, k, of } = event;
  return { seat, k, byClock: of !== 'turn-cpu' };
}

function isTimeout(event: OwnEvent | TimeoutEvent): event is TimeoutEvent {
  return event.type === 'timeout';
}

/** As the wire says it; none without a limit. */
export function millisecondsOf(time: Nanos): number | undefined {
  return time === Number.POSITIVE_INFINITY ? undefined : Math.ceil(time / 1e6);
}

/** A pass is told to all. */
export function recordPass<State extends LineState, const Event extends OwnEvent & { readonly seat: number }>(
  state: State,
  event: Event,
): Step<State, Event> {
  const { seat } = event;
  const text = sharedNoticeText({ type: 'passed', player: seat });
  return { state, effects: [{ do: 'record', event }, ...tellAll(state, seat, text)] };
}
