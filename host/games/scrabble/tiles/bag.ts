import type { Pool } from '../../kit/pool.ts';
import type { Count } from '../wire/messages.ts';
import type { TileSet } from './tile-set.ts';

/** Unowned tiles by id. */
export type Bag = Pool<number>;

/** Held tiles by kind, without zeros. */
export type Hand = ReadonlyMap<number, number>;

export const emptyHand: Hand = new Map();

export function tilesIn(hand: Hand): number {
  let sum = 0;
  for (const count of hand.values()) sum += count;
  return sum;
}

export function tilesOfSet({ tiles }: TileSet): readonly number[] {
  return tiles.flatMap(({ id, count }) => new Array<number>(count).fill(id));
}

export function withTiles(hand: Hand, ids: readonly number[]): Hand {
  const changed = copied(hand);
  for (const id of ids) changed.set(id, (changed.get(id) ?? 0) + 1);
  return changed;
}

/** Exchanges tiles that the player holds. */
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

/** Takes less than half the time of `new Map(hand)`. */
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

/** Sorting few tiles is faster than a map. */
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

/** The letter of each tile in a hand by id; `?` for a blank. */
export type RackLetters = ReadonlyMap<number, string>;

export const BLANK = '?';

export function rackLetters({ tiles }: Pick<TileSet, 'tiles'>): RackLetters {
  return new Map(
    tiles.map(({ id, faces }) => [
      id,
      faces.every(({ letter }) => letter === faces[0]!.letter) ? faces[0]!.letter : BLANK,
    ]),
  );
}

/** Returns a letter that two kinds of tiles share. */
export function ambiguousLetter(tiles: Pick<TileSet, 'tiles'>): string | undefined {
  const letters = [...rackLetters(tiles).values()];
  return letters.find((letter, index) => letters.indexOf(letter) !== index);
}

export function rackText(hand: Hand, letters: RackLetters): string {
  let text = '';
  for (const { id, count } of countsOf(hand)) text += letters.get(id)!.repeat(count);
  return text;
}
