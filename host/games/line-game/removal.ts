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

/** How a player's part in the game ends, and what of it is recorded. */
export interface Removal {
  readonly status: PlayerStatus;
  readonly event: ForfeitEvent | DepartureEvent;
  /** For the player itself, where it still reads. */
  readonly notice?: string;
}

/** It has said so itself. */
export function removalByForfeit(seat: Seat, bytes: ByteRange): Removal {
  const event = { type: 'forfeit', seat, bytes } as const;
  return { status: { is: 'forfeited' }, event, notice: forfeitedText(seat) };
}

export function removalByOffence(seat: Seat, offence: Offence, bytes?: ByteRange): Removal {
  const event = { type: 'offence', seat, ...offence, ...(bytes && { bytes }) } as const;
  return { status: { is: 'offender', offence }, event };
}

/** Its turn has run out, and with it its time for the whole game, or the last turn that it may lose in a row. Undefined: it plays on. */
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

/** It has left, or the host has caught it at something. */
export function removalByDeparture(seat: Seat, departure: Departure): Removal {
  if (departure.how === 'offence') return removalByOffence(seat, departure.offence, departure.bytes);
  const { cause } = departure;
  return { status: { is: 'left', cause }, event: { type: 'left', seat, cause } };
}

/** The others are told that it has forfeited, whatever it was. */
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

type LateEvent = { readonly type: 'late' } & ValuesOf<typeof lateLine>;
type HeardLine = Heard<{ readonly line: string; readonly lineNumber: number }>;

/** An answer to a turn that ran out. Nobody is told; it has no effect, so a player that goes on like this is throttled. */
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

/** The offence of a player of whom more than `--max-late` would be dropped with this line; none as long as it is not. */
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
