import { gameWords } from '../../host/cli/games/registry.ts';

export const checks = {
  bananagrams: await gameWords.bananagrams.check(),
  boggle: await gameWords.boggle.check(),
  scrabble: await gameWords.scrabble.check(),
} as const;
