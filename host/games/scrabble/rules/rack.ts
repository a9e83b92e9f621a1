import { countsOf, type Hand } from '../tiles/bag.ts';
import type { TileSet } from '../tiles/tile-set.ts';

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
export function shownTwice(tiles: Pick<TileSet, 'tiles'>): string | undefined {
  const letters = [...rackLetters(tiles).values()];
  return letters.find((letter, index) => letters.indexOf(letter) !== index);
}

/** A hand for people. */
export function rackText(hand: Hand, letters: RackLetters): string {
  let text = '';
  for (const { id, count } of countsOf(hand)) text += letters.get(id)!.repeat(count);
  return text;
}
