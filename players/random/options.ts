import { helpOf } from '../scrabble/options.ts';

export const help = helpOf(
  'random',
  `Makes a random legal play; all plays are equally likely. If all words are valid,
it chooses squares first, then tiles for them.`,
);
