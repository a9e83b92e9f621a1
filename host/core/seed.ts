import { closeSync, openSync, readSync } from 'node:fs';
import { customRandom, urlAlphabet } from 'nanoid';
import type { Key } from './chance.ts';
import type { Seat } from './units.ts';

const DRAWN_LENGTH = 16;

/** A seed has 80 bits, so nobody can find the order of the tiles by trying seeds. */
export const drawSeed: () => string = customRandom(
  '0123456789abcdefghijklmnopqrstuv',
  DRAWN_LENGTH,
  randomBytes,
);

const ID_LENGTH = 21;
const anyId = customRandom(urlAlphabet, ID_LENGTH, randomBytes);

/** A game's id. It is the name of its record file, so it must not begin with a dash. */
export function drawId(): string {
  const id = anyId();
  return id.startsWith('-') ? drawId() : id;
}

/** A number from 1 to 2^53 - 1 that nobody can guess. JSON represents it exactly. */
export function drawNumber(): number {
  const [first = 0, ...rest] = randomBytes(7);
  const drawn = rest.reduce((value, byte) => value * 256 + byte, first % 32);
  return drawn === 0 ? drawNumber() : drawn;
}

/** The seed of one game of a series. Games count from 1. */
export function seedOfGame(seed: string, game: number): string {
  return hexOf(sha256(`wordhost game ${game} of ${seed}`)).slice(0, 20);
}

/** A hash by which the seed of a run is published before its games: SHA-256 of the text, in hexadecimal. */
export function seedHash(seed: string): string {
  return hexOf(sha256(seed));
}

/** The key of all random streams of a match. */
export function keyOf(seed: string): Key {
  const digest = numbers(sha256(`wordhost chance of ${seed}`));
  return Uint32Array.from({ length: 8 }, (_, index) => digest.getUint32(index * 4, true));
}

/**
 * A number of 31 bits for a player's own random choices. A player could try texts until one gives this number, so the match's seed may
 * be used as the text only if it was drawn at random or if the players are trusted.
 */
export function playerSeed(text: string, seat: Seat): number {
  return numbers(sha256(`wordhost player ${seat} of ${text}`)).getUint32(0, true) >>> 1;
}

/**
 * The text from which the seeds of players are made in a run with this `--player-seed`. Undefined if they are made from the match's
 * seed.
 */
export function playerSeedOfRun(said: string | undefined, sandbox: string): string | undefined {
  const isDrawn = said === 'drawn' || (said === undefined && sandbox === 'strict');
  return isDrawn ? drawSeed() : said;
}

/** A player could find a seed that is shorter than drawn ones by trying, during a game. */
export function isGuessable(seed: string): boolean {
  return seed.length < DRAWN_LENGTH;
}

const numbers = ({ buffer }: Uint8Array) => new DataView(buffer);

const DRAWN_AT_ONCE = 512;
let drawn = new Uint8Array(0);

/** Returns random bytes. No byte is returned twice. */
function randomBytes(count: number): Uint8Array {
  if (drawn.length < count) drawn = fromSystem(Math.max(count, DRAWN_AT_ONCE));
  const bytes = drawn.slice(0, count);
  drawn = drawn.subarray(count);
  return bytes;
}

/** Reads from the system, since the import of node:crypto takes longer than anything else at the start. */
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

/** SHA-256 (FIPS 180-4) for short inputs. The import of node:crypto takes longer than hashing all inputs of a start. */
export function sha256(content: string | Uint8Array): Uint8Array {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  const padded = new DataView(new ArrayBuffer((Math.floor((bytes.length + 8) / BLOCK) + 1) * BLOCK));
  new Uint8Array(padded.buffer).set(bytes);
  padded.setUint8(bytes.length, 0x80);
  padded.setBigUint64(padded.byteLength - 8, BigInt(bytes.length) * 8n);
  const state = Uint32Array.of(...START);
  for (let at = 0; at < padded.byteLength; at += BLOCK) digestBlock(state, padded, at);
  const digest = new DataView(new ArrayBuffer(32));
  for (const [index, word] of state.entries()) digest.setUint32(index * 4, word);
  return new Uint8Array(digest.buffer);
}

export function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

const BLOCK = 64;

/** The fractional parts of the square roots of the first eight primes. */
const START = [
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
] as const;

/** The fractional parts of the cube roots of the first 64 primes. */
const ROUNDS = Uint32Array.of(
  ...[0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5],
  ...[0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174],
  ...[0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da],
  ...[0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967],
  ...[0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85],
  ...[0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070],
  ...[0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3],
  ...[0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2],
);

const words = new Uint32Array(64);

function digestBlock(state: Uint32Array, padded: DataView, at: number): void {
  for (let index = 0; index < 16; index++) words[index] = padded.getUint32(at + index * 4);
  for (let index = 16; index < 64; index++) words[index] = scheduled(index);
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let index = 0; index < 64; index++) {
    const first = h + (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) + ((e & f) ^ (~e & g));
    const sum = (first + ROUNDS[index]! + words[index]!) | 0;
    const second = (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    h = g;
    g = f;
    f = e;
    e = (d + sum) | 0;
    d = c;
    c = b;
    b = a;
    a = (sum + second) | 0;
  }
  for (const [index, value] of [a, b, c, d, e, f, g, h].entries()) state[index]! += value;
}

function scheduled(index: number): number {
  const [near, far] = [words[index - 2]!, words[index - 15]!];
  const nearMixed = rotated(near, 17) ^ rotated(near, 19) ^ (near >>> 10);
  const farMixed = rotated(far, 7) ^ rotated(far, 18) ^ (far >>> 3);
  return nearMixed + words[index - 7]! + farMixed + words[index - 16]!;
}

/** Rotates the bits of a word to the right. */
const rotated = (word: number, by: number) => (word >>> by) | (word << (32 - by));
