import { openStream, shuffle } from '../core/chance.ts';
import { playerSeed } from '../core/seed.ts';
import type { Nanos, Seat } from '../core/units.ts';
import type { MatchPlan } from './plan/plan.ts';
import type { SeatHandle, SeatRequest } from './seat.ts';

/**
 * The seats, in the order in which their players are started: drawn for each match. Where processes run depends on which
 * was started first, and the one with the better place may keep it for many gates: so this must not follow from the seat.
 */
export function startOrder({ players, setup }: Pick<MatchPlan, 'players' | 'setup'>): Seat[] {
  const seats = players.map(({ seat }) => seat);
  return shuffle(openStream(setup.key, 'start'), seats)[0];
}

/** What the seats of a match are opened with, in the order of starting. */
export function seatRequests(plan: MatchPlan, clock: () => Nanos): SeatRequest[] {
  const { game, players, setup, request } = plan;
  const { id, seed, playerSeed: text = seed } = request;
  return startOrder(plan).map((seat) => {
    const { name, command, processor } = players[seat - 1]!;
    const own = playerSeed(text, seat);
    const listed = { players: players.length, lexicon: setup.lexicon, kwg: game.kwg === true };
    const told = { match: id, game: game.name, ...listed, seed: own };
    return { ...told, seat, name, command, processor, clock };
  });
}

/** Handles that came in the order of their requests, in the order of seats. */
export function bySeat(requests: readonly SeatRequest[], handles: readonly SeatHandle[]): SeatHandle[] {
  const seats: SeatHandle[] = [];
  for (const [place, { seat }] of requests.entries()) seats[seat - 1] = handles[place]!;
  return seats;
}
