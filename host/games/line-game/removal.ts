import type { ValuesOf } from '../../core/shape.ts';
import type { Seat } from '../../core/units.ts';
import type { DepartureEvent } from '../events.ts';
import type { Heard, Step } from '../game.ts';
import type { forfeit, lateLine } from '../kit/scores.ts';
import type { ByteRange, Departure, Offence, PlayerStatus } from '../kit/verdict.ts';
import { type LinePlayer, type LineState, playerAt, tell, tellOthers, withPlayer } from './state.ts';
import type { LimitOfTurn } from './time-bank.ts';
import { sharedNoticeText } from './wire/notices.ts';
import { excerpt } from './wire/scanner.ts';

type ForfeitEvent = { readonly type: 'forfeit' } & ValuesOf<typeof forfeit>;

/** How a player's part ends, and its record. */
export interface Removal {
  readonly status: PlayerStatus;
  readonly event: ForfeitEvent | DepartureEvent;
  /** A line for the player itself, if it still reads. */
  readonly notice?: string;
}

export function removalByForfeit(seat: Seat, bytes: ByteRange): Removal {
  const event = { type: 'forfeit', seat, bytes } as const;
  return { status: { is: 'forfeited' }, event, notice: forfeitedText(seat) };
}

export function removalByOffence(seat: Seat, offence: Offence, bytes?: ByteRange): Removal {
  const event = { type: 'offence', seat, ...offence, ...(bytes && { bytes }) } as const;
  return { status: { is: 'offender', offence }, event };
}

/** Removes a player that lost its last turn or its time. Undefined if it stays. */
export function removalByTime(
  { terms: { options } }: LineState,
  { seat, turns, unanswered }: LinePlayer,
  of: LimitOfTurn,
): Removal | undefined {
  const out = (rule: string, detail: string): Removal => ({
    ...removalByOffence(seat, { kind: 'time', rule, detail }),
    notice: forfeitedText(seat),
  });
  if (of === 'time-bank') {
    const limit = options.overtime === 'lose' ? '--time-bank' : '--overtime-limit';
    return out('time-bank', `its time for the whole game was used up in its turn ${turns} (${limit})`);
  }
  if (unanswered < options['max-timeouts']) return undefined;
  const turn = unanswered === 1 ? 'its turn' : `${unanswered} turns in a row`;
  return out('timeouts', `${turn} ran out of time (--max-timeouts)`);
}

export function removalByDeparture(seat: Seat, departure: Departure): Removal {
  if (departure.how === 'offence') return removalByOffence(seat, departure.offence, departure.bytes);
  const { cause } = departure;
  return { status: { is: 'left', cause }, event: { type: 'left', seat, cause } };
}

/** The others hear that it has forfeited, whatever the reason. */
export function removePlayer<Player extends LinePlayer, State extends LineState<Player>>(
  state: State & LineState<Player>,
  seat: Seat,
  { status, event, notice }: Removal,
): Step<State, ForfeitEvent> {
  const without = withPlayer<Player, State>(state, { ...playerAt(state, seat), status });
  return {
    state: without,
    effects: [
      ...(notice === undefined ? [] : [tell(seat, notice)]),
      { do: 'record', event },
      ...tellOthers(without, seat, forfeitedText(seat)),
      { do: 'dismiss', seat },
    ],
  };
}

export function forfeitedText(player: Seat): string {
  return sharedNoticeText({ type: 'forfeited', player });
}

export type LateEvent = { readonly type: 'late' } & ValuesOf<typeof lateLine>;
type HeardLine = Heard<{ readonly line: string; readonly lineNumber: number }>;

/** Drops an answer to a turn that ran out. It has no effect, so repeated ones are throttled. */
export function dropLate<Player extends LinePlayer, State extends LineState<Player>>(
  state: State & LineState<Player>,
  player: Player,
  heard: HeardLine,
): Step<State, LateEvent> {
  const { seat, message, bytes } = heard;
  const event = { type: 'late', seat, line: excerpt(message.line), bytes } as const;
  return {
    state: withPlayer<Player, State>(state, { ...player, droppedBytes: droppedWith(player, heard) }),
    effects: [{ do: 'record', event, noEffect: true }],
  };
}

/** The offense of a player that exceeds `--max-late`. */
export function lateFlood(
  { terms }: LineState,
  player: LinePlayer,
  heard: HeardLine,
  what: string,
): Offence | undefined {
  const limit = terms.options['max-late'];
  if (droppedWith(player, heard) <= limit) return undefined;
  const detail = `more than ${limit} bytes ${what} (--max-late)`;
  return { kind: 'flood', rule: 'late', detail, at: heard.message.lineNumber, unit: 'line' };
}

function droppedWith({ droppedBytes }: LinePlayer, { bytes }: HeardLine): number {
  return droppedBytes + bytes[1] - bytes[0];
}
