import type { GameName } from '../../games/registry.ts';
import type { GameWords } from '../game-words.ts';
import { bananagramsWords } from './bananagrams.ts';
import { boggleWords } from './boggle.ts';
import { scrabbleWords } from './scrabble.ts';

/** What the command line plays: a line for each game. `wordhost PLAYER…` plays the first. */
export const gameWords = {
  bananagrams: bananagramsWords,
  scrabble: scrabbleWords,
  boggle: boggleWords,
} as const satisfies Record<GameName, Required<Omit<GameWords, 'commands' | 'readers'>>>;
