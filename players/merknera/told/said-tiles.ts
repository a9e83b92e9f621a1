import type { Greeting } from 'wordhost/scrabble';

/** What a blank is called. */
export const BLANK = '*';

type Tiles = Greeting['tiles'];

/** Tiles that can be told by one letter each. */
export interface SaidTiles {
  /** By its letter, or BLANK. */
  readonly ids: ReadonlyMap<string, number>;
  readonly points: Readonly<Record<string, number>>;
  readonly counts: Readonly<Record<string, number>>;
}

/** None where a tile is more than one letter or one blank. */
export function saidTiles({ tiles }: Tiles): SaidTiles | undefined {
  const ids = new Map<string, number>();
  for (const { id, faces } of tiles) {
    const letter = faces.length === 1 ? faces[0]!.letter : BLANK;
    if (ids.has(letter)) return undefined;
    ids.set(letter, id);
  }
  const blank = tiles.find(({ faces }) => faces.length !== 1);
  const stands = new Set(blank?.faces.map(({ letter }) => letter));
  const isPlain = blank?.faces.every(({ points }) => points === 0) ?? true;
  if (blank && !(isPlain && [...ids.keys()].every((letter) => letter === BLANK || stands.has(letter))))
    return undefined;
  const byLetter = (figure: (kind: Tiles['tiles'][number]) => number) =>
    Object.fromEntries(
      [...ids].map(([letter, id]) => [letter, figure(tiles.find((kind) => kind.id === id)!)]),
    );
  return { ids, points: byLetter(({ faces }) => faces[0]!.points), counts: byLetter(({ count }) => count) };
}

export function isBlankTile({ ids }: SaidTiles, id: number): boolean {
  return ids.get(BLANK) === id;
}

/** As a bot calls the tile. */
export function letterOf({ ids }: SaidTiles, id: number): string {
  for (const [letter, own] of ids) if (own === id) return letter;
  throw new RangeError(`there is no tile ${id}`);
}
