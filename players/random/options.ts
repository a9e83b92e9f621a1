import { helpOf } from '../scrabble/options.ts';

export const help = helpOf(
  'random',
  `Plays Scrabble: of all plays that the rules allow it makes one, each as likely as any other. Where all words
go, it draws places first, then tiles for them.`,
);
