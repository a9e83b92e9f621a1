import { join } from 'node:path';
import { jsonLines } from '../support/json-lines.ts';
import type { Figure } from './figure.ts';
import { printedByNode } from './playing.ts';

const GAMES = 10_000;

/** What a process holds after so many games, when all that can be collected is. */
interface Look {
  readonly games: number;
  readonly heap: number;
  readonly rss: number;
}

/** Games between scripted seats in one process of its own, with a look at its memory after each of these counts. */
export function lookAfterGames(counts: readonly number[]): readonly Look[] {
  const program = join(import.meta.dirname, 'many-games.ts');
  return jsonLines(printedByNode(...MEASURED_NODE, program, ...counts.map(String)));
}

/** With a large nursery what is resident grows for as long as no collection of it is due, whatever is held. */
export const MEASURED_NODE = ['--expose-gc', '--max-semi-space-size=2', '--conditions=wordhost-source'];

export async function memory(): Promise<readonly Figure[]> {
  const looks = lookAfterGames([1000, GAMES]);
  const [early, late] = [looks[0]!, looks[1]!];
  const figure = (what: 'heap' | 'rss', target: number): Figure => ({
    what: `${what} gained from game 1,000 to game ${GAMES.toLocaleString('en')}`,
    measured: (late[what] - early[what]) / 2 ** 20,
    unit: 'MB',
    target,
    baseline: `${(early[what] / 2 ** 20).toFixed(1)} MB, then ${(late[what] / 2 ** 20).toFixed(1)} MB`,
  });
  return [figure('heap', 1), figure('rss', 40)];
}
