import type { GameName } from '../../games/registry.ts';
import type { GameWords } from '../game-words.ts';
import { bananagramsWords } from './bananagrams.ts';
import { boggleWords } from './boggle.ts';
import { scrabbleWords } from './scrabble.ts';

/** The games of the command line, one on each line. `wordhost PLAYER…` plays the first. */
export const gameWords = {
  bananagrams: bananagramsWords,
  scrabble: scrabbleWords,
  boggle: boggleWords,
} as const satisfies Record<GameName, Required<Omit<GameWords, 'commands' | 'readers'>>>;
