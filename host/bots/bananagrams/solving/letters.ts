/** Inside the player a letter is its place in the alphabet, from 1 (A) to 26 (Z); 0 is an empty cell. */
export const LETTERS = 26;

export const codeOf = (letter: string): number => letter.charCodeAt(0) - 64;
export const letterOf = (code: number): string => String.fromCharCode(code + 64);

/** So many of each letter, by code. */
export type Tiles = Uint16Array;

export const noTiles = (): Tiles => new Uint16Array(LETTERS + 1);

const groups = ['AEILNORST', 'DGU', 'BCFHMPY', 'KW', 'V', 'XZ', 'J', '', 'Q'];

/** How hard each letter is to place, by its code. The exact figures do not matter. */
export const hardness: Float64Array = new Float64Array(LETTERS + 1);
for (const [index, letters] of groups.entries()) {
  for (const letter of letters) hardness[codeOf(letter)] = index + 1;
}
