import { createHash } from 'node:crypto';
import { customAlphabet, nanoid } from 'nanoid';
import type { Key } from '../tabletop/chance.ts';
import type { Seat } from '../tabletop/units.ts';

/** 80 bits: a bunch cannot be found again by trying seeds. */
export const drawSeed: () => string = customAlphabet('0123456789abcdefghijklmnopqrstuv', 16);

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

/** A number for a player's own chance, 31 bits: from it neither seed nor bunch can be told. */
export function playerSeed(seed: string, seat: Seat): number {
  return hash(`wordhost player ${seat} of ${seed}`).readUInt32LE(0) >>> 1;
}
