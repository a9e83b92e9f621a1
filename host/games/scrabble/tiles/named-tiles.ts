import { type BuiltInTiles, builtInTileSet, isBuiltInTiles } from './built-in-tiles.ts';
import { MOST_TILES, type TileSet, tileCount, withCounts } from './tile-set.ts';

export type TilesReading =
  | { readonly ok: true; readonly value: TileSet }
  | { readonly ok: false; readonly line?: number; readonly problem: string };

/** `NAME:K` into its parts; K is 1 where it is not said. */
export function readTimes(text: string): { readonly name: string; readonly times: number } {
  const parts = /^(.+):(\d{1,9})$/s.exec(text);
  return parts ? { name: parts[1]!, times: Number(parts[2]) } : { name: text, times: 1 };
}

/** The name of the built-in set that this is, with all its counts. */
export function unchangedSet(set: TileSet): BuiltInTiles | undefined {
  const { name, times } = readTimes(set.name);
  return times === 1 && isBuiltInTiles(name) ? name : undefined;
}

/** A built-in set, or that so many times (`english:3`); none where there is none of this name. */
export function namedTileSet(text: string): TilesReading | undefined {
  const { name, times } = readTimes(text);
  const set = builtInTileSet(name);
  if (!set) return undefined;
  return name === text ? { ok: true, value: set } : timesAsMany(set, times);
}

/** The same set with each count so many times. */
export function timesAsMany(set: TileSet, times: number): TilesReading {
  const most = Math.floor(MOST_TILES / tileCount(set));
  if (times >= 1 && times <= most) return { ok: true, value: withCounts(set, times) };
  return {
    ok: false,
    problem: `${set.name}:${times}: expected from 1 to ${most} times its ${tileCount(set)} tiles; got ${times}`,
  };
}
