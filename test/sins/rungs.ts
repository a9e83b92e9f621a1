import { join } from 'node:path';
import { hasProc } from '../../host/seats/processes/proc.ts';
import type { Rung } from '../../host/seats/seat.ts';
import { resultsOf, run } from '../cli/wordhost.ts';
import type { Arena } from './arena.ts';
import { pathWithout } from './path-without.ts';

/** How players come to be held so, by the built command line. */
export interface Held {
  readonly rung: Rung;
  readonly options: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Why not here. */
  readonly skip: string | false;
}

/** Nobody can ask for `unshare`: it is what `auto` comes to on a PATH without bubblewrap. */
export async function rungsHere(arena: Arena): Promise<readonly Held[]> {
  const PATH = pathWithout(join(arena.folder, 'without-bubblewrap'), ['bwrap']);
  const ways = [
    { rung: 'bubblewrap', options: [], env: {} },
    { rung: 'unshare', options: [], env: { PATH } },
    { rung: 'process', options: ['--sandbox', 'process'], env: {} },
    { rung: 'strict', options: ['--sandbox', 'strict', '--readable', arena.programs], env: {} },
  ] as const;
  return await Promise.all(ways.map(async (way) => ({ ...way, skip: await obstacle(way, arena) })));
}

/** Asked of a host that runs as that user: what root may, others may not. */
async function obstacle({ rung, options, env }: Omit<Held, 'skip'>, arena: Arena): Promise<string | false> {
  if (!hasProc) return 'survivors can only be counted where there is a /proc';
  const before = ['/usr/bin/env', '-u', 'NODE_OPTIONS', ...arena.user.before];
  const args = ['--dictionary', 'words.txt', ...options, '--json', '--', 'exit'];
  const how = { cwd: arena.bots, host: arena.host, env: { ...arena.env, ...env }, before };
  const outcome = await run(args, how);
  const came = resultsOf(outcome)[0]?.sandbox;
  if (came === rung) return false;
  return came === undefined ? outcome.stderr.trim() : `here it comes to ${came}`;
}
