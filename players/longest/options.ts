import { helpOf } from '../scrabble/options.ts';

export const help = helpOf(
  'longest',
  `Plays Scrabble: of all plays that the rules allow it makes the one along which the longest word lies, with the
letters that lay there before. Of several the one with the most points, of these the one that it finds first.`,
);
