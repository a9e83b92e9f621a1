import { openStream, shuffle } from '../core/chance.ts';
import type { Seat } from '../core/units.ts';
import type { MatchPlan } from './plan.ts';

/**
 * The seats, in the order in which their players are started: drawn for each match. Where processes run depends on who
 * was there first, and whoever has the better place may keep it for many gates: so that must not be the seat's.
 */
export function startOrder({ players, setup }: MatchPlan): Seat[] {
  const seats = players.map(({ seat }) => seat);
  return shuffle(openStream(setup.key, 'start'), seats)[0];
}
