import { closeSync, openSync, readSync } from 'node:fs';
import { customRandom, urlAlphabet } from 'nanoid';
import type { Key } from './chance.ts';
import { hexOf, sha256 } from './sha256.ts';
import type { Seat } from './units.ts';

const DRAWN_LENGTH = 16;

/** 80 bits: a bunch cannot be found again by trying seeds. */
export const drawSeed: () => string = customRandom(
  '0123456789abcdefghijklmnopqrstuv',
  DRAWN_LENGTH,
  randomBytes,
);

const ID_LENGTH = 21;
const anyId = customRandom(urlAlphabet, ID_LENGTH, randomBytes);

/** A game's id. Records are named by it, and no command should take such a name for an option. */
export function drawId(): string {
  const id = anyId();
  return id.startsWith('-') ? drawId() : id;
}

/** The seed of game number `game` (from 1) of several. */
export function seedOfGame(seed: string, game: number): string {
  return hexOf(sha256(`wordhost game ${game} of ${seed}`)).slice(0, 20);
}

/** The key from which the streams of a match's chance come. */
export function keyOf(seed: string): Key {
  const digest = numbers(sha256(`wordhost chance of ${seed}`));
  return Uint32Array.from({ length: 8 }, (_, index) => digest.getUint32(index * 4, true));
}

/**
 * A number for a player's own chance, 31 bits. Whoever has it can try texts until one gives it: the match's seed will
 * do only where that was drawn, or where players are trusted.
 */
export function playerSeed(text: string, seat: Seat): number {
  return numbers(sha256(`wordhost player ${seat} of ${text}`)).getUint32(0, true) >>> 1;
}

/**
 * What `--player-seed` comes to, for a whole run: a text that players' seeds come from, or none where the match's
 * seed is that text.
 */
export function playerSeedOfRun(said: string | undefined, sandbox: string): string | undefined {
  const isDrawn = said === 'drawn' || (said === undefined && sandbox === 'strict');
  return isDrawn ? drawSeed() : said;
}

/** Somebody could find it by trying, in the time of a game: it is shorter than those that are drawn. */
export function isGuessable(seed: string): boolean {
  return seed.length < DRAWN_LENGTH;
}

const numbers = ({ buffer }: Uint8Array) => new DataView(buffer);

const DRAWN_AT_ONCE = 512;
let drawn = new Uint8Array(0);

/** Each of them is given out once. */
function randomBytes(count: number): Uint8Array {
  if (drawn.length < count) drawn = fromSystem(Math.max(count, DRAWN_AT_ONCE));
  const bytes = drawn.slice(0, count);
  drawn = drawn.subarray(count);
  return bytes;
}

/** Where Node has them from, too; what Node has around it takes longer to load than anything else at a start. */
function fromSystem(count: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(count);
  let source: number;
  try {
    source = openSync('/dev/urandom', 'r');
  } catch {
    return globalThis.crypto.getRandomValues(bytes); // without devices
  }
  try {
    for (let got = 0; got < count; ) got += readSync(source, bytes, { offset: got });
    return bytes;
  } finally {
    closeSync(source);
  }
}
