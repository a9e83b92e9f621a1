import type { PlayableGames } from '../../serve/play/playable-game.ts';
import { bananagramsOnSite } from './bananagrams/site.ts';
import { boggleOnSite } from './boggle/playable.ts';
import { scrabbleOnSite } from './scrabble/site.ts';

/** The games that people play on the site, in the order of its pages. */
export const playableGames: PlayableGames = {
  scrabble: scrabbleOnSite,
  bananagrams: bananagramsOnSite,
  boggle: boggleOnSite,
};
