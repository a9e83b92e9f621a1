import type { Nanos, Seat } from '../../../core/units.ts';
import type { Heard } from '../../game.ts';
import type { Departure } from '../../kit/verdict.ts';
import { andThen } from '../../steps.ts';
import { offenceOf } from '../judge/refusal.ts';
import type { Message } from '../wire/messages.ts';
import { excerptOf } from '../wire/text.ts';
import { acceptPeel } from './accept-peel.ts';
import { hearDump } from './dump.ts';
import { judgePeel } from './judge-peel.ts';
import { dropLate } from './late.ts';
import { depart, removePlayer } from './out.ts';
import { contend, decideFinish, holdBack, mustWait } from './photo-finish.ts';
import {
  type BananagramsStep,
  type Dump,
  type Peel,
  type PhotoFinish,
  playerAt,
  type State,
  type Waiting,
} from './state.ts';

/** A message, settled wholly before the next. */
export function hear(state: State, heard: Heard<Message>): BananagramsStep {
  if (state.over || playerAt(state, heard.seat).status.is !== 'playing') return { state, effects: [] };
  if (state.finish && mustWait(state, state.finish, heard))
    return holdBack(state, state.finish, { what: 'heard', heard });
  return heard.message.type === 'peel' ? hearPeel(state, heard as Peel) : hearDump(state, heard as Dump);
}

/** A player is gone: heard in the order of arrival, like any message. */
export function leave(state: State, seat: Seat, departure: Departure, at: Nanos): BananagramsStep {
  if (state.over) return { state, effects: [] };
  if (state.finish) return holdBack(state, state.finish, { what: 'left', seat, departure, at });
  return depart(state, seat, departure);
}

function hearPeel(state: State, peel: Peel): BananagramsStep {
  const { seat, message, at, bytes } = peel;
  const judgement = judgePeel(state, playerAt(state, seat), message);
  switch (judgement.is) {
    case 'late':
      return dropLate(state, peel);
    case 'refused':
      return removePlayer(state, seat, offenceOf(judgement.refusal, bytes[0], excerptOf(message)), bytes);
    case 'legal':
      return state.options['photo-finish'] > 0 ? contend(state, peel) : acceptPeel(state, peel, at);
    default:
      return judgement satisfies never;
  }
}

/** The photo finish is decided, and what was heard meanwhile has its turn. */
export function closeFinish(state: State, finish: PhotoFinish, at: Nanos): BananagramsStep {
  const decided = decideFinish(state, finish, at);
  return finish.held.reduce(
    (step, waiting) => andThen(step, (next) => settleWaiting(next, waiting)),
    decided,
  );
}

function settleWaiting(state: State, waiting: Waiting): BananagramsStep {
  return waiting.what === 'heard'
    ? hear(state, waiting.heard)
    : leave(state, waiting.seat, waiting.departure, waiting.at);
}
