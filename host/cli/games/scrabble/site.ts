import { jsonMove, ScrabbleAssistant } from '../../../bots/scrabble/assistant.ts';
import { builtInBot } from '../../../bots/scrabble/built-in.ts';
import { oneOf, optional } from '../../../core/shape.ts';
import { scrabbleAnalysis } from '../../../games/scrabble/analysis/analyze.ts';
import { ruleSetNames } from '../../../games/scrabble/rule-sets.ts';
import { scrabble } from '../../../games/scrabble/scrabble.ts';
import { builtInTileNames } from '../../../games/scrabble/tiles/tile-set.ts';
import { botsByName, inTurns, type PlayableGame } from '../../../serve/play/playable-game.ts';

/** Boards on the site are finite, with at most 21 squares a side. */
export const scrabbleOnSite: PlayableGame = {
  game: scrabble,
  seats: { min: 2, max: 4 },
  options: {
    rules: optional(oneOf(...ruleSetNames)),
    board: optional(oneOf('official', 'standard', 'hole', 'plain', 'random')),
    tiles: optional(oneOf(...builtInTileNames)),
    ...inTurns.clocks,
  },
  usual: { timeout: 'none' },
  people: inTurns.people,
  move: jsonMove,
  analysis: scrabbleAnalysis,
  wire: inTurns.wire,
  openPerson: (lexicon) => new ScrabbleAssistant(lexicon),
  bots: botsByName((name, { said }) => builtInBot(name, said.slice(1))),
};
