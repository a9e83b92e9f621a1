import { builtInBoard } from '../../host/games/scrabble/board/built-in-boards.ts';
import { ruleSets } from '../../host/games/scrabble/rule-sets.ts';
import { builtInTileSet } from '../../host/games/scrabble/tiles/tile-set.ts';

/** Of a game of Scrabble as most are played, in which all words count. */
export const usualTerms = {
  rules: ruleSets.tournament,
  board: builtInBoard('official')!,
  tiles: builtInTileSet('english')!,
  lexicon: undefined,
  handSize: 7,
};
