import { isBlank } from '../shown/board-panel.ts';
import { type TileSet, tileKind } from './tile-set.ts';

type Counts = ReadonlyMap<number, number>;

/** All tiles that lie and that are held, by their kinds. */
export function usedTiles(laid: readonly { readonly id: number }[], hands: readonly Counts[]): Counts {
  const used = new Map<number, number>();
  const add = (id: number, count: number) => used.set(id, (used.get(id) ?? 0) + count);
  for (const { id } of laid) add(id, 1);
  for (const hand of hands) for (const [id, count] of hand) add(id, count);
  return used;
}

/** A kind of which more are used than there are, in words; none: there are enough of each. */
export function tooManyUsed(tiles: TileSet, used: Counts): string | undefined {
  for (const [id, count] of used) {
    const kind = tileKind(tiles, id);
    if (!kind) return `expected tiles of ${tiles.name}; got ${id}, which no tile of it is`;
    const name = isBlank(tiles, id) ? 'blank' : kind.faces[0]!.letter;
    if (count > kind.count) return `expected at most ${kind.count} of the tile ${name}; got ${count}`;
  }
  return undefined;
}
