import type { GameName } from '../../host/games/registry.ts';
import { bananagramsMistakes } from './bananagrams-mistakes.ts';
import { boggleMistakes } from './boggle-mistakes.ts';
import { scrabbleMistakes } from './scrabble-mistakes.ts';

const byGame = {
  scrabble: { bot: 'scrabble-bot.mjs', mistakes: scrabbleMistakes, atLeast: 25 },
  bananagrams: { bot: 'bananagrams-bot.mjs', mistakes: bananagramsMistakes, atLeast: 12 },
  boggle: { bot: 'boggle-bot.mjs', mistakes: boggleMistakes, atLeast: 25 },
} as const satisfies Record<GameName, unknown>;

/** A bot for each game that makes one mistake of a list, the mistake that each step is for, and how many steps there are at least. */
export const smallBots = Object.entries(byGame) as [GameName, (typeof byGame)[GameName]][];

/** What they cannot do, and no mistake of theirs can be seen by. */
export const beyondThem = ['peels a hand of 21 tiles'];
