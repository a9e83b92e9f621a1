import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { jsonLines } from '../support/json-lines.ts';

/** What a process holds after so many games, when all that can be collected is. */
export interface Look {
  readonly games: number;
  readonly heap: number;
  readonly rss: number;
}

/** Games between scripted seats in one process of its own, with a look at its memory after each of these counts. */
export function lookAfterGames(counts: readonly number[]): readonly Look[] {
  const program = join(import.meta.dirname, 'many-games.ts');
  // With a large nursery what is resident grows for as long as no collection of it is due, whatever is kept.
  const run = [
    '--expose-gc',
    '--max-semi-space-size=2',
    '--conditions=wordhost-source',
    program,
    ...counts.map(String),
  ];
  const { status, stdout, stderr } = spawnSync(process.execPath, run, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ended with status ${status}:\n${stderr}`);
  return jsonLines(stdout);
}
