import { BoggleAssistant, jsonMove } from '../../../bots/boggle/assistant.ts';
import { builtInBot, builtInBots } from '../../../bots/boggle/built-in.ts';
import { optional, text } from '../../../core/shape.ts';
import { boggleAnalysis } from '../../../games/boggle/analysis.ts';
import { boggle } from '../../../games/boggle/boggle.ts';
import type { PlayableGame } from '../../../serve/play/playable-game.ts';

const duration = text(/^\d{1,3}[sm]$/, 'a time such as 30s or 10m');

/** On the site two players take turns, as on the API of the seed. */
export const boggleOnSite: PlayableGame = {
  game: boggle,
  seats: { min: 2, max: 2 },
  options: {
    turns: optional(text(/^\d{1,4}$/, 'a number of turns')),
    'time-bank': optional(duration),
    increment: optional(duration),
  },
  usual: { rules: 'turns', timeout: 'none' },
  people: { 'time-bank': '10m' },
  move: jsonMove,
  analysis: boggleAnalysis,
  isTurn: (line) => line.startsWith('turn '),
  openPerson: (lexicon) => new BoggleAssistant(lexicon),
  bots: Object.fromEntries(
    builtInBots.map((name) => [name, (past: readonly string[]) => builtInBot(name, past)]),
  ),
};
