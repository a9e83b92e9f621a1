import { BoggleAssistant, jsonMove } from '../../../bots/boggle/assistant.ts';
import { builtInBot } from '../../../bots/boggle/built-in.ts';
import { oneOf, optional, text } from '../../../core/shape.ts';
import type { Nanos } from '../../../core/units.ts';
import { boggleAnalysis } from '../../../games/boggle/analysis.ts';
import { boggle } from '../../../games/boggle/boggle.ts';
import { type Rules, ruleSetNames } from '../../../games/boggle/options.ts';
import { botsByName, duration, inTurns, type PlayableGame } from '../../../serve/play/playable-game.ts';

const isClassic = ({ rules }: Readonly<Record<string, unknown>>) => rules === ('classic' satisfies Rules);

/** Players take turns, as on the API of the seed, unless the classic rules are wanted. */
export const boggleOnSite: PlayableGame = {
  game: boggle,
  seats: { min: 2, max: 2 },
  options: {
    rules: optional(oneOf(...ruleSetNames)),
    turns: optional(text(/^\d{1,4}$/, 'a number of turns')),
    time: optional(duration),
    ...inTurns.clocks,
  },
  usual: { rules: 'turns', timeout: 'none' },
  people: (options) => (isClassic(options) ? {} : inTurns.people()),
  lengthOf: (options) => (isClassic(options) ? (options.time as Nanos) : undefined),
  move: jsonMove,
  analysis: boggleAnalysis,
  wire: {
    ...inTurns.wire,
    newIn(text, said) {
      const known = new Set(said.split('\n'));
      if (known.has('done')) return '';
      return text.replace(/.*\n/g, (line) => (known.has(line.trimEnd()) ? '' : line));
    },
  },
  openPerson: (lexicon) => new BoggleAssistant(lexicon),
  bots: botsByName((name, { said }) => builtInBot(name, said.slice(1))),
};
