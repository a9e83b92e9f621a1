import assert from 'node:assert/strict';
import { keyOf } from '../../host/core/seed.ts';
import { micros, type Nanos, seconds } from '../../host/core/units.ts';
import type { Effect, Scanned, Setup } from '../../host/games/game.ts';
import { Referee } from '../../host/match/referee.ts';
import { settleOptions } from '../../host/settings/settle-options.ts';
import { keyNumber } from '../games/table.ts';
import { settled } from '../support/settled.ts';
import { damaged } from './damage.ts';
import { Dice } from './dice.ts';
import type { Conversation, Said, Wire } from './wire.ts';

/** No case comes near it; a case that does is one that hangs, or nearly. */
const LONGEST_MS = 2000;
/** The report of a fault quotes the message that it came in; it must not be as long as the message may be. */
const LONGEST_QUOTATION = 300;

type Options = Readonly<Record<string, unknown>>;
type Cut = (bytes: Buffer) => Buffer[];

/** Throws where the scanner or the referee breaks a promise. The same number is the same case. */
export function tryCase(wire: Wire, number: number): void {
  const dice = new Dice(number);
  const game = wire.conversation(dice);
  const said = damaged(game.said, dice, wire);
  const options = { ...defaults(wire), ...game.options, ...wire.moods(dice) };
  const cuts: readonly Cut[] = [whole, inPieces(dice), byteByByte];
  const before = process.cpuUsage();
  assertHonest(wire, game);
  const [scanned, ...otherScans] = cuts.map((cut) => scans(wire, said, options, cut));
  for (const scan of otherScans)
    assert.deepEqual(scan, scanned, 'the scanner hears something else when it is cut');
  for (const found of scanned!.found) assertBounded(wire, found);
  const [settled, ...others] = cuts.map((cut) => settle(wire, { ...game, options, said }, cut));
  for (const other of others)
    assert.deepEqual(other, settled, 'the referee decides otherwise when it is cut');
  const { user, system } = process.cpuUsage(before);
  const took = (user + system) / 1000;
  assert(took < LONGEST_MS, `it took ${took.toFixed()} ms of processor time`);
}

/** Before anything is damaged: every message is taken as it was meant. */
function assertHonest(wire: Wire, game: Conversation): void {
  const options = { ...defaults(wire), ...game.options };
  const types = settle(wire, { ...game, options }, whole).map((effect) =>
    effect.do === 'record' ? effect.event.type : '',
  );
  const taken = types.filter((type) => wire.taken.includes(type)).length;
  assert.equal(taken, game.said.length, 'a conversation that is in order was not taken as it was meant');
}

export function defaults(wire: Wire): Options {
  return settleOptions(wire.game.options, []) as Options;
}

/** What was said, for the report of a case that failed. */
export function describeCase(wire: Wire, number: number): string {
  const dice = new Dice(number);
  const { said, seats, options, key } = wire.conversation(dice);
  const lines = damaged(said, dice, wire).map(({ seat, bytes }) => {
    const text = JSON.stringify(bytes.toString('latin1'));
    return `  ${seat} > ${text.length > 200 ? `${text.slice(0, 200)}… (${bytes.length} bytes)` : text}`;
  });
  const mood = JSON.stringify({ ...options, ...wire.moods(dice) });
  return [`  ${seats} seats; ${mood}; key ${key}`, ...lines].join('\n');
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

interface Scan {
  readonly found: readonly Scanned<unknown>[];
  /** After each message, and where somebody's bytes end. */
  readonly unfinished: readonly (string | undefined)[];
}

/** All that one scanner makes of everybody's bytes, one after the other. */
function scans(wire: Wire, said: readonly Said[], options: Options, cut: Cut): Scan {
  const scanner = wire.game.scanner(options);
  const found: Scanned<unknown>[] = [];
  const unfinished: (string | undefined)[] = [];
  for (const { bytes } of said) {
    for (const piece of cut(bytes)) {
      scanner.feed(piece);
      for (let each = scanner.take(); each; each = scanner.take()) {
        found.push(each);
        unfinished.push(scanner.unfinished());
      }
      // Nothing that comes after a fault is asked for.
      if (found.at(-1)?.kind === 'fault') return { found, unfinished };
    }
    unfinished.push(scanner.unfinished());
  }
  return { found, unfinished };
}

function assertBounded(wire: Wire, found: Scanned<unknown>): void {
  if (found.kind === 'fault')
    assert((found.offence.message ?? '').length <= LONGEST_QUOTATION, 'the quotation is too long');
  wire.assertBounded(found);
}

/** Every effect of the referee, in order. Time passes between what is said, never between the pieces of it. */
function settle(wire: Wire, game: Conversation, cut: Cut): readonly Effect[] {
  const referee = refereeOf(wire, game);
  const request = [...referee.start(0)];
  let now: Nanos = 0;
  const hear = (effects: readonly Effect[]) => {
    request.push(...effects);
    for (const effect of effects)
      if (effect.do === 'tell' && effect.clock) referee.clockStarts(effect.seat, now);
  };
  for (const { seat, bytes, waits = 0 } of game.said) {
    now += micros(1) + waits;
    for (let { alarm } = referee; alarm !== undefined && alarm <= now; { alarm } = referee)
      hear(referee.wake(alarm));
    for (const piece of cut(bytes)) for (const effects of settled(referee, seat, piece, now)) hear(effects);
  }
  for (let { alarm } = referee; alarm !== undefined; { alarm } = referee) {
    now = Math.max(now, alarm);
    hear(referee.wake(alarm));
  }
  assert(
    referee.over && request.filter((effect) => effect.do === 'end').length === 1,
    'the game has no one end',
  );
  return request;
}

export function refereeOf(wire: Wire, { key, seats, options }: Conversation): Referee {
  const names = Array.from({ length: seats }, (_, index) => `p${index + 1}`);
  const setup: Setup = { names, options, lexicon: wire.lexicon, key: keyNumber(key), keyOf };
  const limits = { readyTimeout: seconds(10), gameTimeout: seconds(100) };
  const players = names.map((name) => ({ name, command: `./${name}` }));
  return new Referee(wire.game, setup, limits, players);
}
