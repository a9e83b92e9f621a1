import { builtInTileSet } from '../../host/games/scrabble/tiles/tile-set.ts';

/**
 * A KLV2 file of all leaves of up to `most` tiles, of which there are `counts` by their numbers, each with its value.
 * Leaves that can go on alike share their nodes, as in the files of MAGPIE.
 */
export function klvOf(
  counts: readonly number[],
  most: number,
  leaveValue: (tiles: readonly number[]) => number,
): Uint8Array {
  const nodes = [0, 0];
  const known = new Map<string, number>();
  /** The siblings after a tile of which `left` more are there, in a leave that has `more` tiles besides. */
  const siblings = (tile: number, left: number, more: number): number => {
    const next = counts.map((count, other) => (other === tile ? left : other > tile ? count : 0));
    const tiles = [...next.keys()].filter((other) => next[other]! > 0);
    if (more === 0 || tiles.length === 0) return 0;
    const key = [tile, left, more].join();
    const before = known.get(key);
    if (before !== undefined) return before;
    const first = nodes.length;
    known.set(key, first);
    for (const _ of tiles) nodes.push(0);
    for (const [place, other] of tiles.entries()) {
      const last = place === tiles.length - 1 ? 0x40_0000 : 0;
      const below = siblings(other, next[other]! - 1, more - 1);
      nodes[first + place] = other * 2 ** 24 + 0x80_0000 + last + below;
    }
    return first;
  };
  nodes[0] = 0x40_0000 + siblings(-1, 0, most);
  nodes[1] = 0x40_0000;
  const values: number[] = [];
  const leaves = (tiles: readonly number[]): void => {
    if (tiles.length > 0) values.push(leaveValue(tiles));
    if (tiles.length === most) return;
    for (let tile = tiles.at(-1) ?? 0; tile < counts.length; tile++)
      if (tiles.filter((other) => other === tile).length < counts[tile]!) leaves([...tiles, tile]);
  };
  leaves([]);
  const numbers = Uint32Array.from([nodes.length, ...nodes, values.length]);
  return new Uint8Array(
    Buffer.concat([numbers, Float32Array.from(values)].map(({ buffer }) => Buffer.from(buffer))),
  );
}

/** Values from -30 to 30 points that nobody could guess, and that are not whole thousandths. */
export function valueByChance(tiles: readonly number[]): number {
  let hash = 7;
  for (const tile of tiles) hash = Math.imul(hash ^ (tile + 1), 0x9e37_79b1) ^ (hash >>> 13);
  return ((hash >>> 0) % 60_001) / 1000.37 - 30;
}

/** A blank is worth 25 points, an S 8.125, and each other tile costs a point. */
export const leavesFile = (): Uint8Array =>
  klvOf(
    builtInTileSet('english')!.tiles.map(({ count }) => count),
    3,
    (tiles) => tiles.reduce((sum, tile) => sum + (tile === 0 ? 25 : tile === 19 ? 8.125 : -1), 0),
  );
