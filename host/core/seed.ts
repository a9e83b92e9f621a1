import { createHash } from 'node:crypto';
import { customAlphabet, nanoid } from 'nanoid';
import type { Key } from './chance.ts';
import type { Seat } from './units.ts';

const DRAWN_LENGTH = 16;

/** 80 bits: a bunch cannot be found again by trying seeds. */
export const drawSeed: () => string = customAlphabet('0123456789abcdefghijklmnopqrstuv', DRAWN_LENGTH);

/** A game's id. Records are named by it, and no command should take such a name for an option. */
export function drawId(): string {
  const id = nanoid();
  return id.startsWith('-') ? drawId() : id;
}

function hash(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** The seed of game number `game` (from 1) of several. */
export function seedOfGame(seed: string, game: number): string {
  return hash(`wordhost game ${game} of ${seed}`).toString('hex').slice(0, 20);
}

/** The key from which the streams of a match's chance come. */
export function keyOf(seed: string): Key {
  const digest = hash(`wordhost chance of ${seed}`);
  return Uint32Array.from({ length: 8 }, (_, index) => digest.readUInt32LE(index * 4));
}

/**
 * A number for a player's own chance, 31 bits. Whoever has it can try texts until one gives it: the match's seed will
 * do only where that was drawn, or where players are trusted.
 */
export function playerSeed(text: string, seat: Seat): number {
  return hash(`wordhost player ${seat} of ${text}`).readUInt32LE(0) >>> 1;
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
