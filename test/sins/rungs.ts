import { join } from 'node:path';
import { probeSandbox } from '../../host/seats/holds/probe-sandbox.ts';
import { hasProc } from '../../host/seats/processes/proc.ts';
import type { Rung } from '../../host/seats/seat.ts';
import { pathWithout } from './path-without.ts';

/** How players come to be held so, by the built command line. */
export interface Held {
  readonly rung: Rung;
  readonly options: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Why not here. */
  readonly skip: string | false;
}

const readable = ['--readable', import.meta.dirname];

/** `folder` is for a PATH without bubblewrap: nobody can ask for `unshare`, it is what `auto` then comes to. */
export async function rungsHere(folder: string): Promise<readonly Held[]> {
  const PATH = pathWithout(join(folder, 'without-bubblewrap'), ['bwrap']);
  const ways = [
    { rung: 'bubblewrap', options: [], env: {} },
    { rung: 'unshare', options: [], env: { PATH } },
    { rung: 'process', options: ['--sandbox', 'process'], env: {} },
    { rung: 'strict', options: ['--sandbox', 'strict', ...readable], env: {} },
  ] as const;
  return await Promise.all(ways.map(async (way) => ({ ...way, skip: await obstacle(way.rung) })));
}

async function obstacle(rung: Rung): Promise<string | false> {
  if (!hasProc) return 'survivors can only be counted where there is a /proc';
  const sandbox = await probeSandbox(rung);
  return 'problem' in sandbox ? sandbox.problem : false;
}
