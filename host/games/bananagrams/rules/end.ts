import type { Seat } from '../../../core/units.ts';
import type { DepartureEvent } from '../../events.ts';
import { andThen } from '../../game.ts';
import { putBack } from '../../kit/pool.ts';
import {
  type ByteRange,
  type Departure,
  type GameOutcome,
  type Offence,
  type Verdict,
  verdictsOf,
} from '../../kit/verdict.ts';
import type { EndReason } from '../events.ts';
import { lettersOf, noTiles } from '../tiles.ts';
import { gridText, threeDigits, trimmed } from '../wire/messages.ts';
import {
  type BananagramsStep,
  endGame,
  type Peel,
  type PlayerStatus,
  playerAt,
  playing,
  type State,
  tell,
  withPlayer,
} from './state.ts';

export function removePlayer(state: State, seat: Seat, offence: Offence, bytes?: ByteRange): BananagramsStep {
  const event = { type: 'offence', seat, ...offence, ...(bytes && { bytes }) } as const;
  return out(state, seat, { is: 'offender', offence }, event);
}

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
  return andThen(step, endIfFewAreLeft);
}

export function endWithWinner(state: State, winner: Seat, reason: EndReason): BananagramsStep {
  return endGame(state, verdict(state, 'won', winner, reason));
}

/** Ends without a winner: remaining players have lost, or were interrupted. */
export function endWithoutWinner(state: State, outcome: GameOutcome, reason: EndReason): BananagramsStep {
  return endGame(state, verdict(state, outcome, null, reason));
}

/** Ends the game if few players are left. */
export function endIfFewAreLeft(state: State): BananagramsStep {
  const left = playing(state);
  if (left.length === 0) return endWithoutWinner(state, 'aborted', 'nobody-left');
  if (left.length === 1 && state.named > 1 && state.options['last-player'] === 'win')
    return endWithWinner(state, left[0]!.seat, 'last-player');
  return { state, effects: [] };
}

function verdict(state: State, outcome: GameOutcome, winner: Seat | null, reason: EndReason): Verdict {
  const withoutWin = reason === 'interrupted' ? 'unfinished' : 'lost';
  const players = verdictsOf(state.players, ({ seat }) => (seat === winner ? 'won' : withoutWin));
  return { outcome, winner, reason, players };
}

/** A late peel is no offense, but nothing except late peels without end is one. */
export function dropLate(state: State, peel: Peel): BananagramsStep {
  const { seat } = peel;
  const lateBytes = playerAt(state, seat).lateBytes + peel.bytes[1] - peel.bytes[0];
  const counted = withPlayer(state, { ...playerAt(state, seat), lateBytes });
  if (lateBytes > state.options['max-late'])
    return removePlayer(counted, seat, flood(state, peel), peel.bytes);
  return late(counted, peel);
}

/** The player is told only of a numbered peel in a running game. */
export function late(state: State, { seat, message: { number, grid }, bytes }: Peel): BananagramsStep {
  const said = number === undefined ? null : threeDigits(number);
  const event = { type: 'late', seat, number: said, grid: gridText(trimmed(grid)), bytes } as const;
  const told =
    number === undefined || state.over ? [] : tell(playerAt(state, seat), { type: 'late', number });
  return { state, effects: [{ do: 'record', event, noEffect: true }, ...told] };
}

function flood(state: State, peel: Peel): Offence {
  const limit = state.options['max-late'];
  const detail = `more than ${limit} bytes of peels that came too late (--max-late)`;
  return { kind: 'flood', rule: 'late', detail, at: peel.bytes[0], unit: 'byte' };
}
