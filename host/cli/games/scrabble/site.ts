import { jsonMove, ScrabbleAssistant } from '../../../bots/scrabble/assistant.ts';
import { builtInBot, builtInBots } from '../../../bots/scrabble/built-in.ts';
import { oneOf, optional, text } from '../../../core/shape.ts';
import { scrabbleAnalysis } from '../../../games/scrabble/analysis/analyze.ts';
import { ruleSetNames } from '../../../games/scrabble/rule-sets.ts';
import { scrabble } from '../../../games/scrabble/scrabble.ts';
import { builtInTileNames } from '../../../games/scrabble/tiles/tile-set.ts';
import type { PlayableGame } from '../../../serve/play/playable-game.ts';

const duration = text(/^\d{1,3}[sm]$/, 'a time such as 30s or 10m');

/** Boards on the site are finite, with at most 21 squares a side. */
export const scrabbleOnSite: PlayableGame = {
  game: scrabble,
  seats: { min: 2, max: 4 },
  options: {
    rules: optional(oneOf(...ruleSetNames)),
    board: optional(oneOf('official', 'standard', 'hole', 'plain', 'random')),
    tiles: optional(oneOf(...builtInTileNames)),
    'time-bank': optional(duration),
    increment: optional(duration),
  },
  usual: { timeout: 'none' },
  people: { 'time-bank': '10m' },
  move: jsonMove,
  analysis: scrabbleAnalysis,
  isTurn: (line) => line.startsWith('turn '),
  openPerson: (lexicon) => new ScrabbleAssistant(lexicon),
  bots: Object.fromEntries(
    builtInBots.map((name) => [name, (past: readonly string[]) => builtInBot(name, past)]),
  ),
};
