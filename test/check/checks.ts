import { gameWords } from '../../host/cli/games/registry.ts';

/** The steps of each check. */
export const checks = {
  bananagrams: await gameWords.bananagrams.check(),
  boggle: await gameWords.boggle.check(),
  scrabble: await gameWords.scrabble.check(),
} as const;
