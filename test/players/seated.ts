import { join } from 'node:path';
import type { Test } from 'tap';
import { laidScrabble } from '../games/scrabble-table.ts';
import { Bot, player } from './bot.ts';
import type { StrategyName } from './scrabble-games.ts';

const words = 'AT\nCAT\nCATS\nSAT\nTEA\nTEAS\n';

/** One player in a process of its own, which has been told a game and is ready. */
export async function seated(
  t: Test,
  name: StrategyName,
  { args = [], change = (line) => line }: { args?: string[]; change?: (line: string) => string },
): Promise<Bot> {
  const path = join(t.testdir({ 'words.txt': words }), 'words.txt');
  const told = laidScrabble({ hands: ['CAT', 'EEE'], others: 'AAAAAAA' }).greeting(1);
  // CATSTEA
  const hand = 'hand 1x2 3x1 5x1 19x1 20x2';
  const bot = new Bot(player(name, ...args), { WORDHOST_PLAYER_SEED: '3' });
  const own: Record<string, string> = { dictionary: `dictionary ${path}`, hand, handsize: 'handsize 7' };
  bot.tell(...told.map((line) => change(own[line.split(' ')[0]!] ?? line)));
  t.equal(await bot.line(), 'ready');
  return bot;
}
