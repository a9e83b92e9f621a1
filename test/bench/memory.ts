import type { Figure } from './figure.ts';
import { lookAfterGames } from './memory-after-games.ts';

const GAMES = 10_000;

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
