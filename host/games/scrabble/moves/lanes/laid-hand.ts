import type { SearchedHand } from '../hand.ts';
import { MOST_LETTERS } from './lanes.ts';

/** One tile of a hand: the most that it can count, and the letters that it can be. */
export interface HeldTile {
  readonly most: number;
  readonly letters: readonly number[];
}

/** A hand for a search that makes nothing on the way: its faces in typed arrays, by the letter that they stand for. */
export class HandInArrays {
  /** Letters that it has a face for, a bit each. */
  readonly letters: number;
  readonly faces: SearchedHand['inOrder'];
  /** Of the faces of a letter: the first, and the one after the last. */
  readonly firstFace = new Int32Array(MOST_LETTERS + 1);
  /** Of each face. */
  readonly pointsOf: Int32Array;
  /** The most that a tile can count that stands for the letter. */
  readonly #bestOf = new Int32Array(MOST_LETTERS);
  /** Those that can be in a word, what counts most first. */
  readonly tiles: readonly HeldTile[];
  readonly #kindOf: Int32Array;
  /** Of each kind: how many are not laid. */
  readonly #left: Int32Array;

  constructor({ byLetter }: SearchedHand) {
    const faces = byLetter.slice(0, MOST_LETTERS).flatMap((each) => each ?? []);
    const kinds = [...new Set(faces.map(({ kind }) => kind))];
    this.faces = faces;
    this.pointsOf = Int32Array.from(faces, ({ points }) => points);
    this.#kindOf = Int32Array.from(faces, ({ kind }) => kinds.indexOf(kind));
    this.#left = Int32Array.from(kinds, ({ left }) => left);
    let face = 0;
    let letters = 0;
    for (let letter = 0; letter <= MOST_LETTERS; letter++) {
      this.firstFace[letter] = face;
      for (; faces[face]?.number === letter; face++) {
        letters |= 1 << letter;
        this.#bestOf[letter] = Math.max(this.#bestOf[letter]!, faces[face]!.points);
      }
    }
    this.letters = letters;
    this.tiles = kinds
      .flatMap((kind) => {
        const own = faces.filter((each) => each.kind === kind);
        const tile = {
          most: Math.max(...own.map(({ points }) => points)),
          letters: own.map(({ number }) => number),
        };
        return Array.from({ length: kind.left }, () => tile);
      })
      .sort((one, other) => other.most - one.most);
  }

  /** The most that a tile can count that stands for one of these letters. */
  bestIn(allowed: number): number {
    let best = 0;
    for (let letters = allowed & this.letters; letters !== 0; letters &= letters - 1) {
      const points = this.#bestOf[31 - Math.clz32(letters & -letters)]!;
      if (points > best) best = points;
    }
    return best;
  }

  /** False: no tile of this face is left. */
  lay(face: number): boolean {
    const kind = this.#kindOf[face]!;
    const left = this.#left[kind]!;
    if (left === 0) return false;
    this.#left[kind] = left - 1;
    return true;
  }

  takeBack(face: number): void {
    this.#left[this.#kindOf[face]!]!++;
  }
}
