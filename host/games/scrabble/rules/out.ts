import type { Seat } from '../../../core/units.ts';
import type { Standing } from '../../kit/standing.ts';
import type { ByteRange, Departure, Offence } from '../../kit/verdict.ts';
import type { DepartureEvent } from '../../platform-events.ts';
import type { ScrabbleEvent } from '../events.ts';
import { emptyHand } from './bag.ts';
import {
  playerAt,
  type ScrabbleEffect,
  type ScrabbleStep,
  type State,
  tellOthers,
  then,
  withPlayer,
} from './state.ts';
import { nextTurn } from './turns.ts';
import { whoIsLeft } from './verdicts.ts';

/** It says so itself. */
export function forfeit(state: State, seat: Seat, bytes: ByteRange): ScrabbleStep {
  const said: ScrabbleStep = {
    state,
    effects: [{ do: 'tell', seat, text: `forfeited ${seat}\n` }],
  };
  return then(said, (next) => out(next, seat, { is: 'forfeited' }, { type: 'forfeit', seat, bytes }));
}

export function expel(state: State, seat: Seat, offence: Offence, bytes?: ByteRange): ScrabbleStep {
  const event = { type: 'offence', seat, ...offence, ...(bytes && { bytes }) } as const;
  return out(state, seat, { is: 'offender', offence }, event);
}

/** Somebody has left, or the host has caught it at something. */
export function leave(state: State, seat: Seat, departure: Departure): ScrabbleStep {
  if (state.over || playerAt(state, seat).standing.is !== 'playing') return { state, effects: [] };
  if (departure.how === 'offence') return expel(state, seat, departure.offence, departure.bytes);
  const { cause } = departure;
  return out(state, seat, { is: 'left', cause }, { type: 'left', seat, cause });
}

/** Its points stay, its tiles leave the game. */
function out(
  state: State,
  seat: Seat,
  standing: Standing,
  event: ScrabbleEvent | DepartureEvent,
): ScrabbleStep {
  const gone = withPlayer(state, { ...playerAt(state, seat), standing, hand: emptyHand });
  const effects: ScrabbleEffect[] = [
    { do: 'record', event },
    ...tellOthers(gone, seat, { type: 'forfeited', player: seat }),
    { do: 'dismiss', seat },
  ];
  return then({ state: gone, effects }, (next) => goOn(next, seat));
}

function goOn(state: State, gone: Seat): ScrabbleStep {
  const ended = whoIsLeft(state);
  if (ended) return ended;
  return state.turn?.seat === gone ? nextTurn({ ...state, turn: undefined }, gone) : { state, effects: [] };
}
