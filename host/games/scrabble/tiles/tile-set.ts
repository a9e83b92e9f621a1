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
export function withCounts({ name, tiles }: TileSet, times: number): TileSet {
  return {
    name: `${name}:${times}`,
    tiles: tiles.map((kind) => ({ ...kind, count: kind.count * times })),
  };
}

/** The kinds of tiles in a file. */
export type KindsReading =
  | { readonly ok: true; readonly tiles: readonly TileKind[] }
  | { readonly ok: false; readonly line?: number; readonly problem: string };
