import { draw } from '../../../core/chance.ts';
import type { Nanos, Seat } from '../../../core/units.ts';
import type { Heard } from '../../game.ts';
import type { Offence } from '../../kit/verdict.ts';
import { andThen } from '../../steps.ts';
import type { Message } from '../wire/messages.ts';
import { acceptPeel } from './accept-peel.ts';
import { judgePeel } from './judge-peel.ts';
import { late } from './late.ts';
import {
  type BananagramsStep,
  type Peel,
  type PhotoFinish,
  playerAt,
  type State,
  type Waiting,
} from './state.ts';

/** What one seat may have waiting: no honest player comes near it, and a flood is not kept. */
const MOST_WAITING = 1000;

/** A legal peel waits until the photo finish ends: others may send one for the same number. */
export function contend(state: State, peel: Peel): BananagramsStep {
  const open = state.finish ?? { until: peel.at + state.options['photo-finish'], contenders: [], held: [] };
  const contenders = [...open.contenders, peel];
  return { state: { ...state, finish: { ...open, contenders } }, effects: [] };
}

/**
 * While a finish is open, only first peels for its number are judged, and late ones are answered: they change
 * nothing, and must not shut out the peel that comes after them. All else waits, and so does whatever comes after it
 * from the same seat: a player's messages never overtake each other.
 */
export function mustWait(state: State, finish: PhotoFinish, heard: Heard<Message>): boolean {
  const { seat, message } = heard;
  if (finish.held.some((waiting) => seatOf(waiting) === seat)) return true;
  if (finish.contenders.some((contender) => contender.seat === seat)) return true;
  if (message.type !== 'peel') return true;
  const judgement = judgePeel(state, playerAt(state, seat), message);
  return judgement.is === 'refused' && judgement.refusal.rule === 'number';
}

export function holdBack(state: State, finish: PhotoFinish, waiting: Waiting): BananagramsStep {
  const seat = seatOf(waiting);
  const mine = finish.held.filter((other) => seatOf(other) === seat);
  if (mine.at(-1)?.what === 'left') return { state, effects: [] };
  const kept = mine.length < MOST_WAITING ? waiting : flooded(seat, waiting);
  return { state: { ...state, finish: { ...finish, held: [...finish.held, kept] } }, effects: [] };
}

function flooded(seat: Seat, waiting: Waiting): Waiting {
  if (waiting.what === 'left') return waiting;
  const detail = `more than ${MOST_WAITING} messages during one photo finish`;
  const offence: Offence = {
    kind: 'flood',
    rule: 'photo-finish',
    detail,
    at: waiting.heard.bytes[0],
    unit: 'byte',
  };
  return { what: 'left', seat, departure: { how: 'offence', offence }, at: waiting.heard.at };
}

/** The time is up: a coin decides among those that peeled, and the others are late. */
export function decideFinish(state: State, finish: PhotoFinish, at: Nanos): BananagramsStep {
  const { contenders } = finish;
  const [pick, coin] = contenders.length > 1 ? draw(state.coin, contenders.length) : [0, state.coin];
  const winner = contenders[pick]!;
  const accepted = acceptPeel({ ...state, coin, finish: undefined }, winner, at);
  return contenders
    .filter((contender) => contender !== winner)
    .reduce((step, loser) => andThen(step, (next) => late(next, loser)), accepted);
}

function seatOf(waiting: Waiting): Seat {
  return waiting.what === 'heard' ? waiting.heard.seat : waiting.seat;
}
