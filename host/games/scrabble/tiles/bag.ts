import { draw, type Stream, shuffle } from '../../../core/chance.ts';
import type { Count } from '../wire/messages.ts';
import type { TileSet } from './tile-set.ts';

/** The tiles that nobody holds, by their ids: so many of these, and the next one is the last of them. */
export interface Bag {
  readonly tiles: readonly number[];
  readonly left: number;
  readonly stream: Stream;
}

/** How many a player holds of each kind of tile; none are left out. */
export type Hand = ReadonlyMap<number, number>;

export const emptyHand: Hand = new Map();

export function filledBag({ tiles }: TileSet, stream: Stream): Bag {
  const all = tiles.flatMap(({ id, count }) => new Array<number>(count).fill(id));
  const [shuffled, rest] = shuffle(stream, all);
  return { tiles: shuffled, left: shuffled.length, stream: rest };
}

/** As many as there are, at most so many. */
export function take(bag: Bag, count: number): [readonly number[], Bag] {
  const left = Math.max(0, bag.left - count);
  return [bag.tiles.slice(left, bag.left), { ...bag, left }];
}

/** Each goes to a place drawn at random. */
export function putBack(bag: Bag, ids: readonly number[]): Bag {
  const tiles = bag.tiles.slice(0, bag.left);
  let { stream } = bag;
  for (const id of ids) {
    let place: number;
    [place, stream] = draw(stream, tiles.length + 1);
    tiles.splice(place, 0, id);
  }
  return { tiles, left: tiles.length, stream };
}

export function withTiles(hand: Hand, ids: readonly number[]): Hand {
  const changed = new Map(hand);
  for (const id of ids) changed.set(id, (changed.get(id) ?? 0) + 1);
  return changed;
}

/** Some tiles for others; the player holds all that it gives. */
export function exchanged(hand: Hand, given: readonly number[], taken: readonly number[]): Hand {
  const changed = new Map(hand);
  for (const id of given) {
    const left = changed.get(id)! - 1;
    if (left === 0) changed.delete(id);
    else changed.set(id, left);
  }
  for (const id of taken) changed.set(id, (changed.get(id) ?? 0) + 1);
  return changed;
}

/** In ascending order of id, as on the wire. */
export function countsOf(hand: Hand): readonly Count[] {
  const counts: Count[] = [];
  for (const [id, count] of hand) counts.push({ id, count });
  return counts.sort(byId);
}

export function countsOfTiles(ids: readonly number[]): readonly Count[] {
  const counts: { id: number; count: number }[] = [];
  for (const id of ids.toSorted(ascending)) {
    const last = counts.at(-1);
    if (last?.id === id) last.count++;
    else counts.push({ id, count: 1 });
  }
  return counts;
}

const byId = (one: Count, other: Count) => one.id - other.id;
const ascending = (one: number, other: number) => one - other;
