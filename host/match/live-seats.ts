import type { MatchPlan } from '../plan/match-plan.ts';
import { playerSeed } from '../plan/seed.ts';
import type { Hosting } from '../seats/hosting.ts';
import { openSeats } from '../seats/open-seats.ts';
import type { Seat } from '../tabletop/units.ts';
import { now } from './clock.ts';
import type { SeatOpener } from './open-table.ts';

/** What the user wants of the hosting; the rest follows from the match. */
export type HostingWishes = Omit<Hosting, 'game' | 'environment' | 'clock'> & {
  /** A folder with nothing in it but this host's own command. */
  readonly commandFolder: string | undefined;
};

/** Players as processes on pipes. */
export function liveSeats(wishes: HostingWishes): SeatOpener {
  const { commandFolder, ...hosting } = wishes;
  return async (plan, listenerOf) => {
    const environment = (seat: Seat) => environmentOf(plan, seat, commandFolder);
    const table = { ...hosting, game: plan.id, environment, clock: now };
    return await openSeats(plan.players, table, listenerOf);
  };
}

/** What each player is told about its game. */
function environmentOf(
  plan: MatchPlan,
  seat: Seat,
  commandFolder: string | undefined,
): Record<string, string> {
  const { PATH } = process.env;
  return {
    WORDHOST_PLAYERS: String(plan.players.length),
    ...(plan.setup.lexicon && { WORDHOST_DICTIONARY: plan.setup.lexicon.path }),
    WORDHOST_PLAYER_SEED: String(playerSeed(plan.seed, seat)),
    ...(commandFolder && { PATH: PATH ? `${commandFolder}:${PATH}` : commandFolder }),
  };
}
