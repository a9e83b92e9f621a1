import type { Game } from '../game.ts';
import { gameOver } from '../line-game/game-over.ts';
import { clockStarts, endOfTurn, turnRanOutIn } from '../line-game/turns/turn-clock.ts';
import { haltedBy } from '../line-game/verdicts.ts';
import { excerpt } from '../line-game/wire/move-scanner.ts';
import { unchanged } from '../steps.ts';
import { type ScrabbleEvent, scrabbleEvents, scrabbleFigures } from './events.ts';
import { gcg } from './formats/gcg/write-gcg.ts';
import { scrabbleInWords } from './in-words.ts';
import { scrabbleOptions } from './options.ts';
import { scrabblePicture } from './picture.ts';
import { hear } from './rules/hear.ts';
import { type Deal, deal, greet, openGame } from './rules/open.ts';
import { leave } from './rules/out.ts';
import type { State } from './rules/state.ts';
import { lettersOf, unplayable } from './rules/terms.ts';
import { spent, wake } from './rules/time-up.ts';
import { judgedMove, scrabbleTally } from './tally.ts';
import type { Message } from './wire/messages.ts';
import { scrabbleScanner } from './wire/scanner.ts';

/** In turns, on any board. */
export const scrabble: Game<typeof scrabbleOptions, Deal, State, Message, ScrabbleEvent> = {
  name: 'scrabble',
  pace: () => 'turns',
  seats: { min: 1, max: 16 },
  options: scrabbleOptions,
  wordless: true,
  kwg: true,
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
  clockStarts,
  halt: (state, why) => (state.over ? unchanged(state) : gameOver(state, (over) => haltedBy(over, why))),
  turnRanOut: turnRanOutIn,
  judgedMove,
  tally: scrabbleTally,
  picture: scrabblePicture,
  forms: { gcg },
};
