import type { TilesReading } from './named-tiles.ts';
import { readTileLines } from './tile-lines.ts';
import { readTileObject } from './tile-object.ts';
import { MOST_KINDS, MOST_TILES, tileCount } from './tile-set.ts';

const LONGEST_FILE = 1_048_576;

/** A tile set from the text of its file, which may come from anybody: JSON where it begins with `{`, else CSV. */
export function tileSetFromFile(name: string, text: string): TilesReading {
  if (text.length > LONGEST_FILE)
    return no(`expected a tile set of up to ${LONGEST_FILE} characters; got ${text.length}`);
  const plain = text.replace(/^\uFEFF/, '');
  const reading = plain.trimStart().startsWith('{') ? readTileObject(plain) : readTileLines(plain);
  if (!reading.ok) return reading;
  const set = { name, tiles: reading.tiles };
  const count = tileCount(set);
  if (set.tiles.length > MOST_KINDS)
    return no(`expected up to ${MOST_KINDS} kinds of tiles; got ${set.tiles.length}`);
  if (count < 1 || count > MOST_TILES) return no(`expected from 1 to ${MOST_TILES} tiles; got ${count}`);
  return { ok: true, value: set };
}

function no(problem: string): { readonly ok: false; readonly problem: string } {
  return { ok: false, problem };
}
