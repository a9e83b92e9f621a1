import { refused } from '../../../core/reading.ts';
import { abbreviate } from '../../../core/text.ts';
import { upperCase } from '../../../lexicon/word-list.ts';

/** A letter that a tile can stand for. */
export interface Face {
  /** One code point, a Unicode letter in upper case and composed form (NFC), as in word lists. */
  readonly letter: string;
  readonly points: number;
}

export interface TileKind {
  readonly id: number;
  readonly count: number;
  readonly faces: readonly Face[];
}

export interface TileSet {
  /** `english`, `english:3`, or the user's name of the file. */
  readonly name: string;
  /** In ascending order of id without gaps. */
  readonly tiles: readonly TileKind[];
}

/** The limit of tiles, and of kinds. */
export const MOST_TILES = 100_000;
export const MOST_KINDS = 1_000;
export const MOST_FACES = 1_000;

export function tileKind({ tiles }: TileSet, id: number): TileKind | undefined {
  return tiles.length === 0 ? undefined : tiles[id - tiles[0]!.id];
}

export function isBlank(tiles: TileSet, id: number): boolean {
  return new Set(tileKind(tiles, id)?.faces.map(({ letter }) => letter)).size > 1;
}

/** A small letter is a blank. */
export function writtenLetter(
  tiles: TileSet,
  { id, letter }: { readonly id: number; readonly letter: string },
): string {
  return isBlank(tiles, id) ? letter.toLowerCase() : letter;
}

export function tileCount({ tiles }: TileSet): number {
  return tiles.reduce((sum, { count }) => sum + count, 0);
}

/** Multiplies all counts. */
function withCounts({ name, tiles }: TileSet, times: number): TileSet {
  return {
    name: `${name}:${times}`,
    tiles: tiles.map((kind) => ({ ...kind, count: kind.count * times })),
  };
}

export type KindsReading =
  | { readonly ok: true; readonly tiles: readonly TileKind[] }
  | { readonly ok: false; readonly line?: number; readonly problem: string };

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

function isBuiltInTiles(name: string): name is BuiltInTiles {
  return Object.hasOwn(builtInTiles, name);
}

/** `simple` has no blank: its tiles keep their numbers, and tile 0 is missing. */
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

export type TilesReading =
  | { readonly ok: true; readonly value: TileSet }
  | { readonly ok: false; readonly line?: number; readonly problem: string };

/** Splits `NAME:K`. The default of K is 1. */
function readTimes(text: string): { readonly name: string; readonly times: number } {
  const parts = /^(.+):(\d{1,9})$/s.exec(text);
  return parts ? { name: parts[1]!, times: Number(parts[2]) } : { name: text, times: 1 };
}

/** The built-in set with equal counts. */
export function unchangedSet(set: TileSet): BuiltInTiles | undefined {
  const { name, times } = readTimes(set.name);
  return times === 1 && isBuiltInTiles(name) ? name : undefined;
}

/** A built-in set, possibly multiplied (`english:3`). */
export function namedTileSet(text: string): TilesReading | undefined {
  const { name, times } = readTimes(text);
  const set = builtInTileSet(name);
  if (!set) return undefined;
  return name === text ? { ok: true, value: set } : timesAsMany(set, times);
}

/** Multiplies all counts. */
function timesAsMany(set: TileSet, times: number): TilesReading {
  const most = Math.floor(MOST_TILES / tileCount(set));
  if (times >= 1 && times <= most) return { ok: true, value: withCounts(set, times) };
  return refused(
    `${set.name}:${times}: expected from 1 to ${most} times its ${tileCount(set)} tiles; got ${times}`,
  );
}

/** Normalizes a letter as in word lists: composed (NFC), upper case, one code point. */
export function readLetter(written: string): string | undefined {
  if (written.length > 16) return undefined;
  const letter = upperCase(written);
  return /^\p{L}$/u.test(letter) ? letter : undefined;
}

export const expectedLetter =
  'one letter, which is a single code point in uppercase (such as Ä, but not ß, CH, or a letter with a separate combining mark)';

const LARGEST = 2_147_483_647;

export function arePoints(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= -LARGEST - 1 && (value as number) <= LARGEST;
}

export const expectedPoints = 'a 32-bit whole number';

/** Shortens a value for a sentence. */
export function shown(value: unknown): string {
  return abbreviate(JSON.stringify(value) ?? 'nothing', 60);
}
