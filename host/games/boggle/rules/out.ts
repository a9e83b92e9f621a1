import type { Seat } from '../../../core/units.ts';
import type { Standing } from '../../kit/standing.ts';
import type { ByteRange, Departure, Offence } from '../../kit/verdict.ts';
import type { DepartureEvent } from '../../platform-events.ts';
import type { BoggleEvent } from '../events.ts';
import { whoIsDone } from './done.ts';
import {
  type BoggleEffect,
  type BoggleStep,
  playerAt,
  type State,
  tell,
  tellOthers,
  then,
  withPlayer,
} from './state.ts';
import { nextTurn } from './turns.ts';
import { whoIsLeft } from './verdicts.ts';

/** It says so itself. */
export function forfeit(state: State, seat: Seat, bytes: ByteRange): BoggleStep {
  const said: BoggleStep = { state, effects: [tell(seat, { type: 'forfeited', player: seat })] };
  return then(said, (next) => out(next, seat, { is: 'forfeited' }, { type: 'forfeit', seat, bytes }));
}

export function expel(state: State, seat: Seat, offence: Offence, bytes?: ByteRange): BoggleStep {
  const event = { type: 'offence', seat, ...offence, ...(bytes && { bytes }) } as const;
  return out(state, seat, { is: 'offender', offence }, event);
}

/** Somebody has left, or the host has caught it at something. */
export function leave(state: State, seat: Seat, departure: Departure): BoggleStep {
  if (state.over || playerAt(state, seat).standing.is !== 'playing') return { state, effects: [] };
  if (departure.how === 'offence') return expel(state, seat, departure.offence, departure.bytes);
  const { cause } = departure;
  return out(state, seat, { is: 'left', cause }, { type: 'left', seat, cause });
}

function out(state: State, seat: Seat, standing: Standing, event: BoggleEvent | DepartureEvent): BoggleStep {
  const gone = withPlayer(state, { ...playerAt(state, seat), standing });
  const effects: BoggleEffect[] = [
    { do: 'record', event },
    ...tellOthers(gone, seat, { type: 'forfeited', player: seat }),
    { do: 'dismiss', seat },
  ];
  return then({ state: gone, effects }, (next) => goOn(next, seat));
}

function goOn(state: State, gone: Seat): BoggleStep {
  const ended = whoIsLeft(state);
  if (ended) return ended;
  if (state.turn?.seat === gone) return nextTurn({ ...state, turn: undefined }, gone);
  return whoIsDone(state);
}
