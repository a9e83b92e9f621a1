import type { Seat } from '../core/units.ts';
import type { MatchPlan } from './plan.ts';
import type { SeatHandle, SeatListener } from './seat.ts';

/** Starts the players, live or scripted. Listeners are called only after it has answered. */
export type SeatOpener = (plan: MatchPlan, listenerOf: (seat: Seat) => SeatListener) => Promise<OpenTable>;

export interface OpenTable extends AsyncDisposable {
  readonly seats: readonly SeatHandle[];
}
