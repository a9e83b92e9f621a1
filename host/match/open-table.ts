import type { MatchPlan } from '../plan/match-plan.ts';
import type { SeatHandle, SeatListener } from '../seats/seat.ts';
import type { Seat } from '../tabletop/units.ts';

/** Starts the players, live or scripted. Listeners are called only after it has answered. */
export type SeatOpener = (plan: MatchPlan, listenerOf: (seat: Seat) => SeatListener) => Promise<OpenTable>;

export interface OpenTable extends AsyncDisposable {
  readonly seats: readonly SeatHandle[];
}
