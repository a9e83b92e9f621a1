import type { FileReading } from '../kit/option.ts';
import { namedTileSet } from './tiles/named-tiles.ts';
import { tileSetFromFile } from './tiles/tile-file.ts';
import type { TileKind, TileSet } from './tiles/tile-set.ts';

type Reading = FileReading & ({ ok: true; value: TileSet } | { ok: false });

export function namedTiles(name: string): Reading | undefined {
  return namedTileSet(name);
}

const FROM_FILE = 'file';

/** The text of a tile set's file. */
export function readTiles(text: string): Reading {
  return tileSetFromFile(FROM_FILE, text);
}

/** What it is read back from: its name, or a file of it. */
export function tilesText(set: TileSet): string {
  return set.name === FROM_FILE ? JSON.stringify({ tiles: set.tiles.map(kindInFile) }) : set.name;
}

function kindInFile({ count, faces }: TileKind): unknown {
  const letters: Record<string, number[]> = {};
  for (const { letter, points } of faces) (letters[letter] ??= []).push(points);
  return { count, letters };
}
