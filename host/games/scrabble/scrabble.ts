import type { Game } from '../game.ts';
import { unchanged } from '../game.ts';
import { gameOver, verdictOfHalt } from '../line-game/end.ts';
import { endOfTurn, lateTurnIn, startClock } from '../line-game/turns.ts';
import { excerpt } from '../line-game/wire/scanner.ts';
import {
  judgedMove,
  publicEvent,
  type ScrabbleEvent,
  scrabbleEvents,
  scrabbleFigures,
  scrabbleInWords,
  scrabbleTally,
} from './events.ts';
import { cgp } from './formats/write-cgp.ts';
import { gcg } from './gcg/write-gcg.ts';
import { scrabbleOptions } from './options.ts';
import { scrabblePicture } from './picture.ts';
import { hear, leave, spent, wake } from './rules/hear.ts';
import { type Deal, deal, greet, lettersOf, openGame, permutation, unplayable } from './rules/open.ts';
import type { State } from './rules/state.ts';
import { scrabbleSituations } from './situations.ts';
import type { Message } from './wire/messages.ts';
import { scrabbleScanner } from './wire/scanner.ts';

export const scrabble: Game<typeof scrabbleOptions, Deal, State, Message, ScrabbleEvent> = {
  name: 'scrabble',
  pace: () => 'turns',
  seats: { min: 1, max: 16 },
  options: scrabbleOptions,
  wordless: true,
  kwg: true,
  letters: permutation,
  events: scrabbleEvents,
  results: scrabbleFigures,
  dialects: [],
  ...scrabbleInWords,
  unplayable,
  scanner(options) {
    const letters = lettersOf(options);
    const beyondAscii = [...letters].some((letter) => letter > '\x7f');
    return scrabbleScanner({ longest: options['max-line'], beyondAscii }, letters);
  },
  says: ({ line }) => excerpt(line),
  prepare: deal,
  greet,
  open: openGame,
  hear,
  leave,
  alarm: endOfTurn,
  wake,
  spent,
  clockStarts: startClock,
  halt: (state, why) => (state.over ? unchanged(state) : gameOver(state, (over) => verdictOfHalt(over, why))),
  turnRanOut: lateTurnIn,
  judgedMove,
  tally: scrabbleTally,
  situations: scrabbleSituations,
  picture: scrabblePicture,
  publicEvent,
  forms: { gcg, cgp },
};
