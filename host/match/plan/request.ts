import { Misfit, readShape } from '../../core/read-shape.ts';
import { object, type ValueOf, whole } from '../../core/shape.ts';
import { facts } from '../../games/platform-events.ts';

const { id, game, seed, playerSeed, mirrored, rejudged, options, dictionary, players } = facts.game;

const shape = object({
  id,
  edition: whole(1),
  ...{ game, seed, playerSeed, mirrored, rejudged, options, dictionary, players },
});

/**
 * A match as names, hashes and texts, which can be sent as JSON: any machine that has the game and the word list can plan
 * it. The head of a record is one, with the version, the time and the host besides.
 */
export type MatchRequest = ValueOf<typeof shape>;

export type RequestReading =
  | { readonly ok: true; readonly request: MatchRequest }
  | { readonly ok: false; readonly problem: string };

/** A request that came from outside; fields that it does not know are left out. */
export function readMatchRequest(value: unknown): RequestReading {
  const named = (value as { players?: unknown } | null | undefined)?.players;
  const read = readShape(shape, value, Array.isArray(named) ? named.length : 0);
  if (!(read instanceof Misfit)) return { ok: true, request: read as MatchRequest };
  const { path, expected, came } = read;
  return { ok: false, problem: `${path === '' ? 'a match' : path}: expected ${expected}; got ${came}` };
}
