import { BoggleAssistant, jsonMove } from '../../../bots/boggle/assistant.ts';
import { builtInBot, builtInBots } from '../../../bots/boggle/built-in.ts';
import { optional, text } from '../../../core/shape.ts';
import { boggleAnalysis } from '../../../games/boggle/analysis.ts';
import { boggle } from '../../../games/boggle/boggle.ts';
import { botsByName, inTurns, type PlayableGame } from '../../../serve/play/playable-game.ts';

/** On the site two players take turns, as on the API of the seed. */
export const boggleOnSite: PlayableGame = {
  game: boggle,
  seats: { min: 2, max: 2 },
  options: {
    turns: optional(text(/^\d{1,4}$/, 'a number of turns')),
    ...inTurns.clocks,
  },
  usual: { rules: 'turns', timeout: 'none' },
  people: inTurns.people,
  move: jsonMove,
  analysis: boggleAnalysis,
  isTurn: inTurns.isTurn,
  openPerson: (lexicon) => new BoggleAssistant(lexicon),
  bots: botsByName(builtInBots, builtInBot),
};
