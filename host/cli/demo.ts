import { bananagrams } from '../games/bananagrams/bananagrams.ts';
import { games } from '../games/index.ts';
import type { Command } from './command.ts';
import { playWatched } from './watched-game.ts';

/** What a newcomer runs first. */
export const demo: Command = {
  summary: 'Plays a game between players that come along, and shows it.',
  operands: `[${Object.keys(games).join('|')}]`,
  options: {
    seed: { kind: 'text', default: undefined, help: 'the same seed deals the same tiles (default: drawn)' },
  },
  examples: [['wordhost demo', 'a game of Bananagrams']],
  run: async (call) => await playWatched(bananagrams, call),
};
