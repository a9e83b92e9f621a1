import { draw, shuffle } from '../../../core/chance.ts';
import type { Nanos, Seat } from '../../../core/units.ts';
import { andThen, type Heard } from '../../game.ts';
import { takeFrom } from '../../kit/pool.ts';
import type { Offence } from '../../kit/verdict.ts';
import type { BananagramsEvent } from '../events.ts';
import { judgeGrid, type Refusal, wrongTiles } from '../judge.ts';
import { sameTiles, tileCount, tilesOf, withTiles } from '../tiles.ts';
import { type Grid, gridText, type Message, noticeText, threeDigits, trimmed } from '../wire/messages.ts';
import { endWithWinner, late } from './end.ts';
import {
  type BananagramsEffect,
  type BananagramsStep,
  type Peel,
  type PhotoFinish,
  type Player,
  playerAt,
  playing,
  type State,
  type Waiting,
} from './state.ts';

/** Accepts a peel: all players draw, or the peeler wins. */
export function acceptPeel(state: State, peel: Peel, at: Nanos): BananagramsStep {
  const { seat, message, bytes } = peel;
  const number = numberAfter(state.peels);
  const accepted: State = { ...state, peels: state.peels + 1, lastProgress: at };
  const event = {
    type: 'peel',
    seat,
    number: threeDigits(number),
    grid: gridText(trimmed(message.grid)),
    bytes,
  } as const;
  if (accepted.bunch.left < playing(accepted).length) return lastPeel(accepted, seat, number, event);
  return everybodyDraws(accepted, seat, number, event);
}

type PeelEvent = Omit<BananagramsEvent & { readonly type: 'peel' }, 'drew'>;

function everybodyDraws(state: State, peeler: Seat, number: number, event: PeelEvent): BananagramsStep {
  let { bunch } = state;
  const drew: Record<string, string> = {};
  const tells: { seat: Seat; text: string }[] = [];
  const players = state.players.map((player) => {
    if (player.status.is !== 'playing') return player;
    let taken: readonly string[];
    [taken, bunch] = takeFrom(bunch, player.seat, 1);
    const [letter = ''] = taken;
    drew[player.seat] = letter;
    const mine = player.seat === peeler;
    tells.push({
      seat: player.seat,
      text: noticeText({ type: 'peeled', number, mine, drew: letter }, player.dialect),
    });
    return drawTile(player, letter, mine);
  });
  const [written, order] = shuffle(state.order, tells);
  const effects: BananagramsEffect[] = [
    { do: 'record', event: { ...event, drew } },
    { do: 'gate', tells: written, by: peeler },
  ];
  return { state: { ...state, players, bunch, order }, effects };
}

/** A peel settles the hand of its player. Others have one more message on its way. */
function drawTile(player: Player, letter: string, mine: boolean): Player {
  const tiles = withTiles(player.tiles, letter);
  if (mine) return { ...player, tiles, settled: player.tiles, sent: [letter] };
  return { ...player, tiles, sent: [...player.sent, letter] };
}

function lastPeel(state: State, peeler: Seat, number: number, event: PeelEvent): BananagramsStep {
  const tells = playing(state)
    .map(({ seat, dialect }) => {
      const notice = { type: 'peeled', number, mine: seat === peeler, drew: '' } as const;
      return { seat, text: noticeText(notice, dialect) };
    })
    .filter(({ text }) => text !== '');
  const [written, order] = shuffle(state.order, tells);
  const effects: BananagramsEffect[] = [{ do: 'record', event: { ...event, drew: {} } }];
  if (written.length > 0) effects.push({ do: 'gate', tells: written, by: peeler });
  return andThen({ state: { ...state, order }, effects }, (last) =>
    endWithWinner(last, peeler, 'bunch-empty'),
  );
}

type Judgement =
  | { readonly is: 'legal' }
  | { readonly is: 'late' }
  | { readonly is: 'refused'; readonly refusal: Refusal };

export function judgePeel(state: State, player: Player, message: Peel['message']): Judgement {
  const { grid, number } = message;
  const current = number === undefined ? plainAge(player, grid) : ageOf(number, state.peels);
  if (current === 'old') return { is: 'late' };
  if (current === 'future') {
    return refuse({ rule: 'number', said: number!, next: numberAfter(state.peels) });
  }
  const wrong = wrongTiles(player, grid) ?? judgeGrid(grid, state.lexicon);
  return wrong ? refuse(wrong) : { is: 'legal' };
}

function refuse(refusal: Refusal): Judgement {
  return { is: 'refused', refusal };
}

/**
 * A plain peel has no number. It is old if its letters match the hand before some message arrived. Each
 * message brings tiles, so only one hand has the right size.
 */
function plainAge(player: Player, grid: Grid): 'old' | 'current' {
  const letters = tilesOf(grid.letters);
  let known = player.settled;
  let size = tileCount(known);
  for (const message of player.sent) {
    if (size === grid.letters.length && grid.beyond === 0 && sameTiles(letters, known)) return 'old';
    known = withTiles(known, message);
    size += message.length;
  }
  return 'current';
}

/** Numbers on the wire go from 001 to 999, then 000, then 001 again. */
const ROUND = 1000;
/** The number of old numbers before the next. All others are future. */
const REMEMBERED = 500;

export function numberAfter(peels: number): number {
  return (peels + 1) % ROUND;
}

export function ageOf(number: number, peels: number): 'old' | 'current' | 'future' {
  const back = (numberAfter(peels) - number + ROUND) % ROUND;
  if (back === 0) return 'current';
  return back <= Math.min(REMEMBERED, peels) ? 'old' : 'future';
}

/** The limit of waiting messages of a seat, which no honest player reaches. */
const MOST_WAITING = 1000;

/** A legal peel waits for the end of the photo finish, because others may have the same number. */
export function contend(state: State, peel: Peel): BananagramsStep {
  const open = state.finish ?? { until: peel.at + state.options['photo-finish'], contenders: [], held: [] };
  const contenders = [...open.contenders, peel];
  return { state: { ...state, finish: { ...open, contenders } }, effects: [] };
}

/**
 * During a photo finish, only first peels for its number are judged, and late ones answered, because they
 * change nothing. Everything else waits, with later messages of the same seat, because messages never
 * overtake each other.
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
  const kept = mine.length < MOST_WAITING ? waiting : refuseFlood(seat, waiting);
  return { state: { ...state, finish: { ...finish, held: [...finish.held, kept] } }, effects: [] };
}

function refuseFlood(seat: Seat, waiting: Waiting): Waiting {
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

/** A random draw decides among the peels, and the others are late. */
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
