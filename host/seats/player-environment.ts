import type { Seat } from '../tabletop/units.ts';
import type { Hosting } from './hosting.ts';

/** The host's own environment but for its options, and what every player is told. */
export function playerEnvironment(
  host: NodeJS.ProcessEnv,
  hosting: Hosting,
  seat: Seat,
): Record<string, string> {
  const environment: Record<string, string> = { PYTHONUNBUFFERED: '1' };
  for (const [name, value] of Object.entries(host))
    if (value !== undefined && !name.startsWith('WORDHOST_OPT_')) environment[name] = value;
  Object.assign(environment, hosting.environment(seat));
  return Object.assign(environment, marks(hosting.game, seat));
}

/** What every process of a player carries, so that it is known again wherever it went. */
export function marks(game: string, seat: Seat): Record<string, string> {
  return { WORDHOST_GAME: game, WORDHOST_SEAT: String(seat) };
}
