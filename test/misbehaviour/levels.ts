import { join } from 'node:path';
import type { SandboxLevel } from '../../host/match/seat.ts';
import { hasProc } from '../../host/seats/process/processes/proc.ts';
import { resultsOf, run } from '../cli/wordhost.ts';
import type { Arena } from './arena.ts';
import { pathWithout } from './path-without.ts';

/** How players come to be held so, by the built command line. */
export interface TriedLevel {
  readonly level: SandboxLevel;
  readonly options: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly skip: string | false;
}

/** Nobody can ask for `unshare`: it is what `auto` comes to on a PATH without bubblewrap. */
export async function levelsHere(arena: Arena): Promise<readonly TriedLevel[]> {
  const PATH = pathWithout(join(arena.folder, 'without-bubblewrap'), ['bwrap']);
  const ways = [
    { level: 'bubblewrap', options: [], env: {} },
    { level: 'unshare', options: [], env: { PATH } },
    { level: 'process', options: ['--sandbox', 'process'], env: {} },
    { level: 'strict', options: ['--sandbox', 'strict', '--readable', arena.programs], env: {} },
  ] as const;
  return await Promise.all(ways.map(async (way) => ({ ...way, skip: await obstacle(way, arena) })));
}

/** Asked of a host that runs as that user: what root may, others may not. */
async function obstacle(
  { level, options, env }: Omit<TriedLevel, 'skip'>,
  arena: Arena,
): Promise<string | false> {
  if (!hasProc) return 'survivors can only be counted where there is a /proc';
  const { before } = arena.user;
  const args = ['--dictionary', 'words.txt', ...options, '--json', '--', 'exit'];
  const how = { cwd: arena.bots, host: arena.host, env: { ...arena.env, ...env }, before };
  const outcome = await run(args, how);
  const came = resultsOf(outcome)[0]?.sandbox;
  if (came === level) return false;
  return came === undefined ? outcome.stderr.trim() : `here it comes to ${came}`;
}
