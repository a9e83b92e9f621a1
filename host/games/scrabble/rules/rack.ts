import type { TileSet } from '../tiles/tile-set.ts';
import { countsOf, type Hand } from './bag.ts';

/** A hand for people: each tile's letter, `?` where it can stand for several. */
export function rackText(hand: Hand, { tiles }: TileSet): string {
  const letters = new Map(
    tiles.map(({ id, faces }) => [
      id,
      faces.every(({ letter }) => letter === faces[0]!.letter) ? faces[0]!.letter : '?',
    ]),
  );
  return countsOf(hand)
    .map(({ id, count }) => letters.get(id)!.repeat(count))
    .join('');
}
