import type { TileKind, TileSet } from './tile-set.ts';

type Row = readonly [letter: string, count: number, points: number];

/** Tile 0 is the blank, A is 1, … Z is 26. */
const english: readonly Row[] = [
  ['?', 2, 0],
  ['A', 9, 1],
  ['B', 2, 3],
  ['C', 2, 3],
  ['D', 4, 2],
  ['E', 12, 1],
  ['F', 2, 4],
  ['G', 3, 2],
  ['H', 2, 4],
  ['I', 9, 1],
  ['J', 1, 8],
  ['K', 1, 5],
  ['L', 4, 1],
  ['M', 2, 3],
  ['N', 6, 1],
  ['O', 8, 1],
  ['P', 2, 3],
  ['Q', 1, 10],
  ['R', 6, 1],
  ['S', 4, 1],
  ['T', 6, 1],
  ['U', 4, 1],
  ['V', 2, 4],
  ['W', 2, 4],
  ['X', 1, 8],
  ['Y', 2, 4],
  ['Z', 1, 10],
];

const noValues = english.map(([letter, count]): Row => [letter, count, 0]);

const builtInTiles = {
  english,
  course: otherwise(english, { D: 8 }),
  simple: otherwise(noValues, { A: 10, O: 9 }),
} as const satisfies Record<string, readonly Row[]>;

export type BuiltInTiles = keyof typeof builtInTiles;
export const builtInTileNames = Object.keys(builtInTiles) as readonly BuiltInTiles[];

export function isBuiltInTiles(name: string): name is BuiltInTiles {
  return Object.hasOwn(builtInTiles, name);
}

/** A built-in set. `simple` has no blank: its tiles keep their numbers, and there is no tile 0. */
export function builtInTileSet(name: string): TileSet | undefined {
  if (!isBuiltInTiles(name)) return undefined;
  const kinds = builtInTiles[name].map(kindOf);
  return { name, tiles: name === 'simple' ? kinds.slice(1) : kinds };
}

function kindOf([letter, count, points]: Row, id: number): TileKind {
  const letters = letter === '?' ? english.slice(1).map(([other]) => other) : [letter];
  return { id, count, faces: letters.map((each) => ({ letter: each, points })) };
}

function otherwise(rows: readonly Row[], counts: Readonly<Record<string, number>>): readonly Row[] {
  return rows.map(([letter, count, points]) => [letter, counts[letter] ?? count, points]);
}
