import type { HeldTiles } from '../judge/judgement.ts';
import { type TileSet, tileKind } from '../tiles/tile-set.ts';
import type { LetterNumbers } from './words.ts';

/** One thing that a tile of the hand can stand for. */
export interface HeldFace {
  readonly id: number;
  readonly letter: string;
  readonly points: number;
  readonly number: number;
  /** Those of this kind that are not laid: shared by all its faces. */
  readonly kind: { left: number };
}

export interface SearchedHand {
  readonly size: number;
  /** What can stand for a letter, by the letter's number. */
  readonly byLetter: readonly (readonly HeldFace[] | undefined)[];
  /** A face for each tile, in order of the tiles. */
  readonly inOrder: readonly HeldFace[];
}

export function searchedHand(held: HeldTiles, tiles: TileSet, numbers: LetterNumbers): SearchedHand {
  const byLetter: HeldFace[][] = [];
  const inOrder: HeldFace[] = [];
  for (const [id, left] of held) {
    const kind = { left };
    const faces = (tileKind(tiles, id)?.faces ?? []).map(({ letter, points }): HeldFace => {
      return { id, letter, points, number: numbers.of(letter.codePointAt(0)!), kind };
    });
    for (const face of faces) (byLetter[face.number] ??= []).push(face);
    for (let tile = 0; tile < left && faces[0]; tile++) inOrder.push(faces[0]);
  }
  return { size: inOrder.length, byLetter, inOrder };
}
