import type { ValuesOf } from '../../../core/shape.ts';
import type { Nanos, Seat } from '../../../core/units.ts';
import type { OwnEvent } from '../../event.ts';
import type { LateTurn, Step } from '../../game.ts';
import type { timeout } from '../../kit/score-events.ts';
import { allowedCpu } from '../../kit/turn-cpu.ts';
import type { LinePlayer, LineState } from '../line-state.ts';
import { playerAt, playersWith, withPlayer } from '../players.ts';
import { tellAll } from '../telling.ts';
import { sharedNoticeText } from '../wire/shared-notices.ts';

type TimeoutEvent = { readonly type: 'timeout' } & ValuesOf<typeof timeout>;

/** This player has its next turn: its clock starts when the text is written. */
export function givenTurn<
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
export function clockStarts<State extends LineState>(state: State, seat: Seat, at: Nanos): State {
  return state.turn?.seat === seat ? { ...state, turn: { seat, startedAt: at } } : state;
}

/** When the turn runs out; none where none has begun, or it has no end. */
export function endOfTurn({ turn, terms }: LineState): Nanos | undefined {
  if (turn?.startedAt === undefined) return undefined;
  const end = turn.startedAt + terms.options.timeout + terms.options.margin;
  return Number.isFinite(end) ? end : undefined;
}

/** So much processor time in its turn is more than a player may use. */
export function hasOverspent({ turn, terms, over }: LineState, seat: Seat, cpu: Nanos): boolean {
  return turn?.seat === seat && cpu > allowedCpu(terms.options) && !over;
}

/** The turn has run out: an answer to it may still be on its way. */
export function turnRanOut<Player extends LinePlayer, State extends LineState<Player>>(
  state: State & LineState<Player>,
  seat: Seat,
  of?: 'turn-cpu',
): Step<State, TimeoutEvent> {
  const player = playerAt(state, seat);
  const { turns } = player;
  return {
    state: withPlayer<Player, State>(state, { ...player, ranOut: turns }),
    effects: [
      { do: 'record', event: { type: 'timeout', seat, k: turns, ...(of && { of }) } },
      ...tellAll(state, seat, sharedNoticeText({ type: 'timeout', player: seat })),
    ],
  };
}

/** For the host, which measures the machine in such a turn. */
export function turnRanOutIn(event: OwnEvent | TimeoutEvent): LateTurn | undefined {
  if (!isTimeout(event)) return undefined;
  const { seat, k, of } = event;
  return { seat, k, byClock: of === undefined };
}

function isTimeout(event: OwnEvent | TimeoutEvent): event is TimeoutEvent {
  return event.type === 'timeout';
}

/** As the wire says it; none without a limit. */
export function millisecondsOf(time: Nanos): number | undefined {
  return time === Number.POSITIVE_INFINITY ? undefined : Math.ceil(time / 1e6);
}
