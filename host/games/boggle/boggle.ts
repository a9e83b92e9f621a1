import type { Game } from '../game.ts';
import { unchanged } from '../game.ts';
import { lateTurnIn, startClock } from '../line-game/turns.ts';
import { excerpt } from '../line-game/wire/scanner.ts';
import {
  type BoggleEvent,
  boggleEvents,
  boggleFigures,
  boggleInWords,
  boggleSituations,
  boggleTally,
  judgedMove,
  publicEvent,
} from './events.ts';
import { boggleOptions } from './options.ts';
import { bogglePicture } from './picture.ts';
import { endByHalt } from './rules/end.ts';
import { hear, leave, spent, wake } from './rules/hear.ts';
import { greet, openGame, termsOf, unplayable } from './rules/open.ts';
import type { State, Terms } from './rules/state.ts';
import { alarm } from './rules/turns.ts';
import type { Message } from './wire/messages.ts';
import { boggleScanner } from './wire/scanner.ts';

/** Simultaneous, or two players in turns. */
export const boggle: Game<typeof boggleOptions, Terms, State, Message, BoggleEvent> = {
  name: 'boggle',
  pace: ({ rules }) => (rules === 'turns' ? 'turns' : 'round'),
  seats: { min: 1, max: 16 },
  options: boggleOptions,
  wordless: false,
  events: boggleEvents,
  results: boggleFigures,
  dialects: [],
  ...boggleInWords,
  publicEvent,
  unplayable,
  scanner: (options, edition) => boggleScanner(options['max-line'], options.rules, edition),
  says: ({ line }) => excerpt(line),
  prepare: termsOf,
  greet,
  open: openGame,
  hear,
  leave,
  alarm,
  wake,
  spent,
  clockStarts: startClock,
  halt: (state, why) => (state.over ? unchanged(state) : endByHalt(state, why)),
  turnRanOut: lateTurnIn,
  judgedMove,
  tally: boggleTally,
  situations: boggleSituations,
  picture: bogglePicture,
};
