import { helpOf } from '../scrabble/options.ts';

export const help = helpOf(
  'longest',
  `Makes the play that forms the longest word, counting letters that are already on
the board. Among equal plays it prefers the one with the most points, then the
one that it finds first.`,
);
