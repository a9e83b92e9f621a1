import assert from 'node:assert/strict';
import { bananagrams } from '../../host/games/bananagrams/bananagrams.ts';
import { bananagramsOptions } from '../../host/games/bananagrams/options.ts';
import type { Message } from '../../host/games/bananagrams/wire/messages.ts';
import { bananagramsScanner } from '../../host/games/bananagrams/wire/scanner.ts';
import type { Effect, Scanned, Setup } from '../../host/games/game.ts';
import { Referee } from '../../host/match/referee.ts';
import { settleOptions } from '../../host/plan/settle-options.ts';
import { micros, millis, type Nanos, seconds } from '../../host/tabletop/units.ts';
import { abc, keyNumber } from '../games/table.ts';
import { type Conversation, conversation, type Said } from './conversation.ts';
import { damaged } from './damage.ts';
import { Dice } from './dice.ts';

/** No case comes near it; a case that does is one that hangs, or nearly. */
const LONGEST_MS = 2000;
const LETTERS_KEPT = 144;
/** The report of a fault quotes the message that it came in; it must not be as long as the message may be. */
const LONGEST_QUOTATION = 300;

type Cut = (bytes: Buffer) => Buffer[];

/** Throws where the scanner or the referee breaks a promise. The same number is the same case. */
export function tryCase(number: number): void {
  const dice = new Dice(number);
  const game = conversation(dice);
  const said = damaged(game.said, dice);
  const options = { lenient: dice.roll(2) === 0, 'photo-finish': dice.oneOf([0, 0, micros(3), millis(1)]) };
  const cuts: readonly Cut[] = [whole, inPieces(dice), byteByByte];
  const before = process.cpuUsage();
  assertHonest(game);
  const [scanned, ...otherScans] = cuts.map((cut) => scans(said, options.lenient, cut));
  for (const scan of otherScans)
    assert.deepEqual(scan, scanned, 'the scanner hears something else when it is cut');
  scanned!.forEach(assertBounded);
  const [settled, ...others] = cuts.map((cut) => settle(game, said, options, cut));
  for (const other of others)
    assert.deepEqual(other, settled, 'the referee decides otherwise when it is cut');
  const { user, system } = process.cpuUsage(before);
  const took = (user + system) / 1000;
  assert(took < LONGEST_MS, `it took ${took.toFixed()} ms of processor time`);
}

/** Before anything is damaged: every message is taken as it was meant. */
function assertHonest(game: Conversation): void {
  const types = settle(game, game.said, {}, whole).map((wish) =>
    wish.do === 'record' ? wish.event.type : '',
  );
  const taken = types.filter((type) => ['ready', 'peel', 'dump'].includes(type)).length;
  assert.equal(taken, game.said.length, 'a conversation that is in order was not taken as it was meant');
}

/** What was said, for the report of a case that failed. */
export function describeCase(number: number): string {
  const dice = new Dice(number);
  const game = conversation(dice);
  const lines = damaged(game.said, dice).map(({ seat, bytes }) => {
    const text = JSON.stringify(bytes.toString('latin1'));
    return `  ${seat} > ${text.length > 200 ? `${text.slice(0, 200)}… (${bytes.length} bytes)` : text}`;
  });
  return [
    `  seats ${game.seats.join(', ')}; ${JSON.stringify(game.options)}; key ${game.key}`,
    ...lines,
  ].join('\n');
}

const whole: Cut = (bytes) => [bytes];
const byteByByte: Cut = (bytes) => Array.from(bytes, (_, index) => bytes.subarray(index, index + 1));

function inPieces(dice: Dice): Cut {
  return (bytes) => {
    const pieces: Buffer[] = [];
    for (let from = 0; from < bytes.length; ) {
      const to = from + 1 + dice.roll(dice.oneOf([3, 100, 5000]));
      pieces.push(bytes.subarray(from, to));
      from = to;
    }
    return pieces;
  };
}

/** All that one scanner makes of everybody's bytes, one after the other. */
function scans(said: readonly Said[], lenient: boolean, cut: Cut): Scanned<Message>[] {
  const scanner = bananagramsScanner({ lenient, letters: LETTERS_KEPT });
  const found: Scanned<Message>[] = [];
  for (const { bytes } of said)
    for (const piece of cut(bytes)) {
      for (const item of scanner.feed(piece)) found.push(item);
      // Nothing that comes after a fault is asked for.
      if (found.at(-1)?.kind === 'fault') return found;
    }
  return found;
}

function assertBounded(found: Scanned<Message>): void {
  if (found.kind === 'fault')
    assert((found.offence.message ?? '').length <= LONGEST_QUOTATION, 'the quotation is too long');
  if (found.kind !== 'message' || found.message.type === 'dump') return;
  const { letters, places, width, height } = found.message.grid;
  assert(letters.length <= LETTERS_KEPT && places.length === letters.length, 'too many letters are kept');
  assert((places.at(-1) ?? 0) < width * height, 'a letter stands outside its grid');
}

/** Every wish of the referee, in order. Time passes between what is said, never between the pieces of it. */
function settle(game: Conversation, said: readonly Said[], options: object, cut: Cut): readonly Effect[] {
  const referee = refereeOf(game, options);
  const wishes = [...referee.start(0)];
  let now: Nanos = 0;
  for (const { seat, bytes } of said) {
    now += micros(1);
    for (let { alarm } = referee; alarm !== undefined && alarm <= now; { alarm } = referee)
      wishes.push(...referee.wake(alarm));
    for (const piece of cut(bytes))
      for (const effects of referee.read(seat, piece, now)) wishes.push(...effects);
  }
  for (let { alarm } = referee; alarm !== undefined; { alarm } = referee) wishes.push(...referee.wake(alarm));
  assert(referee.over && wishes.filter((wish) => wish.do === 'end').length === 1, 'the game has no one end');
  return wishes;
}

function refereeOf({ key, seats, options }: Conversation, more: object): Referee {
  const standing = settleOptions(bananagramsOptions, []);
  const setup: Setup = {
    names: seats.map((_, index) => `player ${index + 1}`),
    options: { ...standing, ...options, ...more },
    lexicon: abc,
    key: keyNumber(key),
  };
  const limits = { readyTimeout: seconds(10), gameTimeout: seconds(100) };
  const players = seats.map((_, index) => ({ name: `p${index + 1}`, command: `./p${index + 1}` }));
  return new Referee(bananagrams, setup, limits, players);
}
