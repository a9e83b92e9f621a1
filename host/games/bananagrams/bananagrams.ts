import type { Nanos } from '../../core/units.ts';
import type { Game } from '../game.ts';
import {
  type BananagramsEvent,
  bananagramsEvents,
  bananagramsFigures,
  bananagramsInWords,
  bananagramsSituations,
  bananagramsTally,
  judgedMove,
  publicEvent,
} from './events.ts';
import { bananagramsOptions } from './options.ts';
import { bananagramsPicture } from './picture.ts';
import { endWithoutWinner } from './rules/end.ts';
import { closeFinish, hear, leave } from './rules/hear.ts';
import { openGame, type Prepared, prepareRace, unplayable } from './rules/open.ts';
import type { BananagramsStep, State } from './rules/state.ts';
import { bunchSize } from './tiles.ts';
import { dialects, excerptOf, type Message, SHOWN_CELLS } from './wire/messages.ts';
import { bananagramsScanner } from './wire/scanner.ts';

export const bananagrams: Game<typeof bananagramsOptions, Prepared, State, Message, BananagramsEvent> = {
  name: 'bananagrams',
  pace: () => 'race',
  seats: { min: 1, max: 64 },
  options: bananagramsOptions,
  wordless: false,
  events: bananagramsEvents,
  results: bananagramsFigures,
  dialects,
  ...bananagramsInWords,
  unplayable,
  scanner: ({ lenient, bunch, 'max-message': message }) =>
    bananagramsScanner({ lenient, message, letters: Math.max(bunchSize(bunch), SHOWN_CELLS) }),
  says: excerptOf,
  prepare: prepareRace,
  greet: () => '',
  open: openGame,
  hear,
  leave,
  alarm,
  wake,
  clockStarts: (state) => state,
  spent: (state) => ({ state, effects: [] }),
  halt: (state, why) => endWithoutWinner(state, why === 'interrupted' ? 'aborted' : 'timeout', why),
  judgedMove,
  tally: bananagramsTally,
  situations: bananagramsSituations,
  picture: bananagramsPicture,
  publicEvent,
};

function alarm(state: State): Nanos | undefined {
  if (state.over) return undefined;
  if (state.finish) return state.finish.until;
  return state.options.stall === 0 ? undefined : state.lastProgress + state.options.stall;
}

function wake(state: State, at: Nanos): BananagramsStep {
  if (state.finish) return closeFinish(state, state.finish, at);
  return endWithoutWinner(state, 'stalled', 'stalled');
}
