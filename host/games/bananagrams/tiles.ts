import type { FileReading } from '../kit/option.ts';

/** Counts for the letters A to Z. Values are immutable. */
export type Tiles = readonly number[];

export const noTiles: Tiles = new Array<number>(26).fill(0);

export function tilesOf(letters: string): Tiles {
  return withTiles(noTiles, letters);
}

export function withTiles(tiles: Tiles, letters: string): Tiles {
  return changeCounts(tiles, letters, 1);
}

export function withoutTiles(tiles: Tiles, letters: string): Tiles {
  return changeCounts(tiles, letters, -1);
}

function changeCounts(tiles: Tiles, letters: string, by: number): Tiles {
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

/** Letters that `one` has more of, in alphabetical order. */
export function beyondTiles(one: Tiles, other: Tiles): string {
  return lettersOf(one.map((count, letter) => Math.max(0, count - other[letter]!)));
}

/** Alphabetical order. */
export function lettersOf(tiles: Tiles): string {
  return tiles.map((count, letter) => String.fromCharCode(65 + letter).repeat(count)).join('');
}

export function inAlphabet(letters: string): string {
  return [...letters].sort().join('');
}

export type BunchCounts = Readonly<Record<string, number>>;

/** The 144 tiles of the box. */
export const standardBunch: BunchCounts = Object.freeze(
  Object.fromEntries(
    Object.entries({
      2: 'JKQXZ',
      3: 'BCFHMPVWY',
      4: 'G',
      5: 'L',
      6: 'DSU',
      8: 'N',
      9: 'TR',
      11: 'O',
      12: 'I',
      13: 'A',
      18: 'E',
    })
      .flatMap(([count, letters]) => [...letters].map((letter) => [letter, Number(count)] as const))
      .sort(),
  ),
);

const MOST_TILES = 100_000;

/** Lines of a letter and a count (`E 18`). */
export function readBunch(text: string): FileReading & ({ ok: true; value: BunchCounts } | { ok: false }) {
  const counts: Record<string, number> = {};
  for (const [index, raw] of text
    .replace(/^\uFEFF/, '')
    .split('\n')
    .entries()) {
    const line = raw.trim();
    if (line === '' || line.startsWith('#')) continue;
    const problem = (sentence: string) => ({ ok: false, line: index + 1, problem: sentence }) as const;
    const parts = /^([A-Za-z])\s+(\d{1,6})$/.exec(line);
    if (!parts)
      return problem(
        `expected a letter and a count, such as \`E 18\`; got ${JSON.stringify(line.slice(0, 40))}`,
      );
    const letter = parts[1]!.toUpperCase();
    if (letter in counts) return problem(`expected each letter once; got ${letter} again`);
    counts[letter] = Number(parts[2]);
    if (bunchSize(counts) > MOST_TILES) return problem(`expected at most ${MOST_TILES} tiles; it has more`);
  }
  if (bunchSize(counts) === 0) return { ok: false, line: 1, problem: 'expected at least one tile; got none' };
  return { ok: true, value: counts };
}

export function bunchText(counts: BunchCounts): string {
  return Object.keys(counts)
    .sort()
    .map((letter) => `${letter} ${counts[letter]}\n`)
    .join('');
}

export function bunchSize(counts: BunchCounts): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

export function tilesOfBunch(counts: BunchCounts): readonly string[] {
  return Object.keys(counts)
    .sort()
    .flatMap((letter) => new Array<string>(counts[letter]!).fill(letter));
}

export function handSize(players: number): number {
  if (players <= 4) return 21;
  return players <= 6 ? 15 : 11;
}
