import type { Nanos, Seat } from '../../../core/units.ts';
import { andThen, type Heard } from '../../game.ts';
import { putBack, takeFrom } from '../../kit/pool.ts';
import type { Departure } from '../../kit/verdict.ts';
import { offenceOf } from '../judge.ts';
import { holds, inAlphabet, withoutTiles, withTiles } from '../tiles.ts';
import { excerptOf, type Message, messageText } from '../wire/messages.ts';
import { depart, dropLate, removePlayer } from './end.ts';
import { acceptPeel, contend, decideFinish, holdBack, judgePeel, mustWait } from './peel.ts';
import {
  type BananagramsEffect,
  type BananagramsStep,
  type Dump,
  type Peel,
  type PhotoFinish,
  type Player,
  playerAt,
  type State,
  tell,
  type Waiting,
  withPlayer,
} from './state.ts';

export function hear(state: State, heard: Heard<Message>): BananagramsStep {
  if (state.over || playerAt(state, heard.seat).status.is !== 'playing') return { state, effects: [] };
  if (state.finish && mustWait(state, state.finish, heard))
    return holdBack(state, state.finish, { what: 'heard', heard });
  return heard.message.type === 'peel' ? hearPeel(state, heard as Peel) : hearDump(state, heard as Dump);
}

/** Departures are handled in the order of arrival, like messages. */
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

/** Ends the photo finish and handles the messages that waited. */
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

const TAKEN = 3;

/** Exchanges a tile for three. With fewer tiles in the bunch, the tile returns. */
function hearDump(state: State, dump: Dump): BananagramsStep {
  const player = playerAt(state, dump.seat);
  const { letter } = dump.message;
  if (!holds(player.tiles, letter)) return dumpedWithoutHolding(state, dump);
  if (state.bunch.left < TAKEN) return answerDump(state, player, dump, letter, true);
  const [drawn, left] = takeFrom(state.bunch, dump.seat, TAKEN);
  const bunch = putBack(left, [letter]);
  // A dump that waited for a photo finish came before the peel that was accepted in it.
  const lastProgress = Math.max(state.lastProgress, dump.at);
  return answerDump({ ...state, bunch, lastProgress }, player, dump, inAlphabet(drawn.join('')), false);
}

function answerDump(
  state: State,
  player: Player,
  dump: Dump,
  drew: string,
  refused: boolean,
): BananagramsStep {
  const { letter } = dump.message;
  const changed = withPossibleHands({
    ...player,
    tiles: withTiles(withoutTiles(player.tiles, letter), drew),
    settled: withoutTiles(player.settled, letter),
    sent: [...player.sent, drew],
  });
  const event = { type: 'dump', seat: player.seat, letter, drew, refused, bytes: dump.bytes } as const;
  const told = tell(player, { type: 'dumped', tiles: drew });
  const record: BananagramsEffect = { do: 'record', event, ...(refused && { noEffect: true }) };
  return { state: withPlayer(state, changed), effects: [record, ...told] };
}

/**
 * Forgets hands with a negative count, which no grid can match. So the number of remembered messages is
 * bounded by the player's tiles, even after many refused dumps.
 */
function withPossibleHands(player: Player): Player {
  let { settled } = player;
  let forgotten = 0;
  while (settled.some((count) => count < 0)) settled = withTiles(settled, player.sent[forgotten++]!);
  return { ...player, settled, sent: player.sent.slice(forgotten) };
}

function dumpedWithoutHolding(state: State, dump: Dump): BananagramsStep {
  const { letter } = dump.message;
  const refusal = { rule: 'tiles', extra: letter, missing: '', beyond: 0 } as const;
  const offence = offenceOf(refusal, dump.bytes[0], messageText(dump.message));
  return removePlayer(
    state,
    dump.seat,
    { ...offence, detail: `${letter} dumped but not in the hand` },
    dump.bytes,
  );
}
