import { BananagramsAssistant, raceMove, toldAgain } from '../../../bots/bananagrams/assistant.ts';
import { builtInBot } from '../../../bots/bananagrams/built-in.ts';
import { optional, text } from '../../../core/shape.ts';
import { bananagramsAnalysis } from '../../../games/bananagrams/analysis.ts';
import { bananagrams } from '../../../games/bananagrams/bananagrams.ts';
import { botsByName, type PlayableGame } from '../../../serve/play/playable-game.ts';

/** A person may think as long as it wants. */
export const bananagramsOnSite: PlayableGame = {
  game: bananagrams,
  seats: { min: 2, max: 4 },
  options: { hand: optional(text(/^\d{1,2}$/, 'a number of tiles')) },
  usual: { stall: '0', 'max-output': '4M' },
  people: () => ({}),
  move: raceMove,
  analysis: bananagramsAnalysis,
  wire: { questions: /\./g, question: 'message', toldAgain },
  openPerson: (lexicon) => new BananagramsAssistant(lexicon),
  bots: botsByName(builtInBot),
};
