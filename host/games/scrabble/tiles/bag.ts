import type { Pool } from '../../kit/pool.ts';
import type { Count } from '../wire/messages.ts';
import type { TileSet } from './tile-set.ts';

/** The tiles that nobody holds, by their ids. */
export type Bag = Pool<number>;

/** How many a player holds of each kind of tile; none are left out. */
export type Hand = ReadonlyMap<number, number>;

export const emptyHand: Hand = new Map();

export function tilesIn(hand: Hand): number {
  let sum = 0;
  for (const count of hand.values()) sum += count;
  return sum;
}

/** All tiles, by their ids. */
export function tilesOfSet({ tiles }: TileSet): readonly number[] {
  return tiles.flatMap(({ id, count }) => new Array<number>(count).fill(id));
}

export function withTiles(hand: Hand, ids: readonly number[]): Hand {
  const changed = copied(hand);
  for (const id of ids) changed.set(id, (changed.get(id) ?? 0) + 1);
  return changed;
}

/** Some tiles for others; the player holds all that it gives. */
export function exchanged(hand: Hand, given: readonly number[], taken: readonly number[]): Hand {
  const changed = copied(hand);
  for (const id of given) {
    const left = changed.get(id)! - 1;
    if (left === 0) changed.delete(id);
    else changed.set(id, left);
  }
  for (const id of taken) changed.set(id, (changed.get(id) ?? 0) + 1);
  return changed;
}

/** Less than half of what `new Map(hand)` takes. */
function copied(hand: Hand): Map<number, number> {
  const copy = new Map<number, number>();
  for (const [id, count] of hand) copy.set(id, count);
  return copy;
}

/** In ascending order of id, as on the wire. */
export function countsOf(hand: Hand): readonly Count[] {
  const counts: Count[] = [];
  for (const [id, count] of hand) counts.push({ id, count });
  return counts.sort(byId);
}

/** The same of tiles that nobody holds yet: these are few, and a map takes longer than to sort them. */
export function countsOfTiles(ids: readonly number[]): readonly Count[] {
  const counts: { id: number; count: number }[] = [];
  let last: { id: number; count: number } | undefined;
  for (const id of ids.toSorted(ascending)) {
    if (last?.id === id) last.count++;
    else counts.push((last = { id, count: 1 }));
  }
  return counts;
}

const ascending = (one: number, other: number) => one - other;

const byId = (one: Count, other: Count) => one.id - other.id;

/** By its id, how a tile is shown in a hand: its letter, `?` where it can stand for several. */
export type RackLetters = ReadonlyMap<number, string>;

/** How a tile is shown that can stand for several letters. */
export const BLANK = '?';

export function rackLetters({ tiles }: Pick<TileSet, 'tiles'>): RackLetters {
  return new Map(
    tiles.map(({ id, faces }) => [
      id,
      faces.every(({ letter }) => letter === faces[0]!.letter) ? faces[0]!.letter : BLANK,
    ]),
  );
}

/** How tiles of two kinds are both shown; none: the kinds are told apart. */
export function ambiguousLetter(tiles: Pick<TileSet, 'tiles'>): string | undefined {
  const letters = [...rackLetters(tiles).values()];
  return letters.find((letter, index) => letters.indexOf(letter) !== index);
}

/** A hand for people. */
export function rackText(hand: Hand, letters: RackLetters): string {
  let text = '';
  for (const { id, count } of countsOf(hand)) text += letters.get(id)!.repeat(count);
  return text;
}
