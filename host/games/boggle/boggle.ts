import type { Game } from '../game.ts';
import { clockStarts, turnRanOutIn } from '../line-game/turns/turn-clock.ts';
import { excerpt } from '../line-game/wire/move-scanner.ts';
import { unchanged } from '../steps.ts';
import { type BoggleEvent, boggleEvents, boggleFigures } from './events.ts';
import { boggleInWords } from './in-words.ts';
import { boggleOptions } from './options.ts';
import { bogglePicture } from './picture.ts';
import { hear } from './rules/hear.ts';
import { greet, openGame } from './rules/open.ts';
import { leave } from './rules/out.ts';
import type { State, Terms } from './rules/state.ts';
import { termsOf, unplayable } from './rules/terms.ts';
import { alarm, spent, wake } from './rules/time-up.ts';
import { halted } from './rules/verdicts.ts';
import { boggleTally, judgedMove } from './tally.ts';
import type { Message } from './wire/messages.ts';
import { boggleScanner } from './wire/scanner.ts';

/** All at once for a time, or two in turns. */
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
  clockStarts,
  halt: (state, why) => (state.over ? unchanged(state) : halted(state, why)),
  turnRanOut: turnRanOutIn,
  judgedMove,
  tally: boggleTally,
  picture: bogglePicture,
};
