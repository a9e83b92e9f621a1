import { abbreviate } from '../../../core/text.ts';
import { upperCase } from '../../../lexicon/word-list.ts';

/** What a tile can stand for. */
export interface Face {
  /** One code point, a letter in Unicode's sense; upper case and composed (NFC), as word lists are kept. */
  readonly letter: string;
  readonly points: number;
}

export interface TileKind {
  readonly id: number;
  readonly count: number;
  readonly faces: readonly Face[];
}

export interface TileSet {
  /** `english`, `english:3`, or the file as the user named it. */
  readonly name: string;
  /** In ascending order of id, and no id left out between them. */
  readonly tiles: readonly TileKind[];
}

/** So many tiles are in a game at most, and so many kinds of them. */
export const MOST_TILES = 100_000;
export const MOST_KINDS = 1_000;
/** What one tile can stand for. */
export const MOST_FACES = 1_000;

export function tileKind({ tiles }: TileSet, id: number): TileKind | undefined {
  return tiles.length === 0 ? undefined : tiles[id - tiles[0]!.id];
}

export function tileCount({ tiles }: TileSet): number {
  return tiles.reduce((sum, { count }) => sum + count, 0);
}

/** Each kind so many times as often. */
function withCounts({ name, tiles }: TileSet, times: number): TileSet {
  return {
    name: `${name}:${times}`,
    tiles: tiles.map((kind) => ({ ...kind, count: kind.count * times })),
  };
}

/** The kinds of tiles in a file. */
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

export type TilesReading =
  | { readonly ok: true; readonly value: TileSet }
  | { readonly ok: false; readonly line?: number; readonly problem: string };

/** `NAME:K` into its parts; K is 1 where it is not said. */
function readTimes(text: string): { readonly name: string; readonly times: number } {
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
function timesAsMany(set: TileSet, times: number): TilesReading {
  const most = Math.floor(MOST_TILES / tileCount(set));
  if (times >= 1 && times <= most) return { ok: true, value: withCounts(set, times) };
  return {
    ok: false,
    problem: `${set.name}:${times}: expected from 1 to ${most} times its ${tileCount(set)} tiles; got ${times}`,
  };
}

/** A letter as word lists keep it: composed (NFC), upper case, one code point. None where it is no such letter. */
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

/** What came, short enough for a sentence. */
export function shown(value: unknown): string {
  return abbreviate(JSON.stringify(value) ?? 'nothing', 60);
}
