import type { ValuesOf } from '../../core/shape.ts';
import type { Seat } from '../../core/units.ts';
import type { Step } from '../game.ts';
import type { PlayerStatus } from '../kit/player-status.ts';
import type { forfeit } from '../kit/score-events.ts';
import type { ByteRange, Departure, Offence } from '../kit/verdict.ts';
import type { DepartureEvent } from '../platform-events.ts';
import type { LinePlayer, LineState } from './line-state.ts';
import { playerAt, withPlayer } from './players.ts';
import { tellOthers } from './telling.ts';
import { sharedNoticeText } from './wire/shared-notices.ts';

type ForfeitEvent = { readonly type: 'forfeit' } & ValuesOf<typeof forfeit>;

/** How a player's part in the game ends, and what of it is recorded. */
export interface Removal {
  readonly status: PlayerStatus;
  readonly event: ForfeitEvent | DepartureEvent;
}

/** It has said so itself. */
export function forfeiting(seat: Seat, bytes: ByteRange): Removal {
  return { status: { is: 'forfeited' }, event: { type: 'forfeit', seat, bytes } };
}

export function offending(seat: Seat, offence: Offence, bytes?: ByteRange): Removal {
  const event = { type: 'offence', seat, ...offence, ...(bytes && { bytes }) } as const;
  return { status: { is: 'offender', offence }, event };
}

/** Its time for the whole game is used up. */
export function outOfTime({ terms: { options } }: LineState, { seat, turns }: LinePlayer): Removal {
  const limit = options.overtime === 'lose' ? '--time-bank' : '--overtime-limit';
  const detail = `its time for the whole game was used up in its turn ${turns} (${limit})`;
  return offending(seat, { kind: 'time', rule: 'time-bank', detail });
}

/** It has left, or the host has caught it at something. */
export function departing(seat: Seat, departure: Departure): Removal {
  if (departure.how === 'offence') return offending(seat, departure.offence, departure.bytes);
  const { cause } = departure;
  return { status: { is: 'left', cause }, event: { type: 'left', seat, cause } };
}

/** The others are told that it has forfeited, whatever it was. */
export function removePlayer<Player extends LinePlayer, State extends LineState<Player>>(
  state: State & LineState<Player>,
  seat: Seat,
  { status, event }: Removal,
): Step<State, ForfeitEvent> {
  const without = withPlayer<Player, State>(state, { ...playerAt(state, seat), status });
  return {
    state: without,
    effects: [
      { do: 'record', event },
      ...tellOthers(without, seat, forfeitedText(seat)),
      { do: 'dismiss', seat },
    ],
  };
}

export function forfeitedText(player: Seat): string {
  return sharedNoticeText({ type: 'forfeited', player });
}
