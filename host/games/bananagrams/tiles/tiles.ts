/** Tiles as a count for each letter from A to Z. Values: nothing here changes what it is given. */
export type Tiles = readonly number[];

export const noTiles: Tiles = new Array<number>(26).fill(0);

export function tilesOf(letters: string): Tiles {
  return withTiles(noTiles, letters);
}

export function withTiles(tiles: Tiles, letters: string): Tiles {
  return changed(tiles, letters, 1);
}

export function withoutTiles(tiles: Tiles, letters: string): Tiles {
  return changed(tiles, letters, -1);
}

function changed(tiles: Tiles, letters: string, by: number): Tiles {
  const counts = [...tiles];
  for (let index = 0; index < letters.length; index++) counts[letters.charCodeAt(index) - 65]! += by;
  return counts;
}

export function holds(tiles: Tiles, letter: string): boolean {
  return tiles[letter.charCodeAt(0) - 65]! > 0;
}

export function tileCount(tiles: Tiles): number {
  return tiles.reduce((sum, count) => sum + count, 0);
}

export function sameTiles(one: Tiles, other: Tiles): boolean {
  return one.every((count, letter) => count === other[letter]);
}

/** The letters that `one` has more of than `other`, in alphabetical order. */
export function beyondTiles(one: Tiles, other: Tiles): string {
  return lettersOf(one.map((count, letter) => Math.max(0, count - other[letter]!)));
}

/** In alphabetical order. */
export function lettersOf(tiles: Tiles): string {
  return tiles.map((count, letter) => String.fromCharCode(65 + letter).repeat(count)).join('');
}

export function inAlphabet(letters: string): string {
  return [...letters].sort().join('');
}
