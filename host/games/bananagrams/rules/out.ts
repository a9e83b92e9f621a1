import type { Seat } from '../../../core/units.ts';
import { putBack } from '../../kit/pool.ts';
import type { ByteRange, Departure, Offence } from '../../kit/verdict.ts';
import type { DepartureEvent } from '../../platform-events.ts';
import { andThen } from '../../steps.ts';
import { lettersOf, noTiles } from '../tiles/tiles.ts';
import { type BananagramsStep, type PlayerStatus, playerAt, type State, withPlayer } from './state.ts';
import { whoIsLeft } from './verdicts.ts';

/** An offender is out. */
export function removePlayer(state: State, seat: Seat, offence: Offence, bytes?: ByteRange): BananagramsStep {
  const event = { type: 'offence', seat, ...offence, ...(bytes && { bytes }) } as const;
  return out(state, seat, { is: 'offender', offence }, event);
}

/** A player has left, or the host has caught it at something. */
export function depart(state: State, seat: Seat, departure: Departure): BananagramsStep {
  if (playerAt(state, seat).status.is !== 'playing') return { state, effects: [] };
  if (departure.how === 'offence') return removePlayer(state, seat, departure.offence, departure.bytes);
  const { cause } = departure;
  return out(state, seat, { is: 'left', cause }, { type: 'left', seat, cause });
}

function out(state: State, seat: Seat, status: PlayerStatus, event: DepartureEvent): BananagramsStep {
  const player = playerAt(state, seat);
  const gone = withPlayer(state, { ...player, status, tiles: noTiles });
  const tiles = lettersOf(player.tiles);
  const returned =
    state.options['offender-tiles'] === 'return' ? { ...gone, bunch: putBack(gone.bunch, [...tiles]) } : gone;
  const step: BananagramsStep = {
    state: returned,
    effects: [
      { do: 'record', event },
      { do: 'dismiss', seat },
    ],
  };
  return andThen(step, whoIsLeft);
}
