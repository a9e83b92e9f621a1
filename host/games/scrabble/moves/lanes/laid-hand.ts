import type { SearchedHand } from '../hand.ts';
import { MOST_LETTERS } from './lanes.ts';

/** One tile of a hand: the most that it can count, and the letters that it can be. */
export interface HeldTile {
  readonly most: number;
  readonly letters: readonly number[];
}

interface Kind extends HeldTile {
  readonly is: { readonly left: number };
  most: number;
  readonly letters: number[];
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
    const kinds: Kind[] = [];
    this.faces = faces;
    this.pointsOf = new Int32Array(faces.length);
    this.#kindOf = new Int32Array(faces.length);
    let letters = 0;
    for (const [face, { kind, number, points }] of faces.entries()) {
      let index = kinds.findIndex(({ is }) => is === kind);
      if (index < 0) index = kinds.push({ is: kind, most: points, letters: [] }) - 1;
      const own = kinds[index]!;
      own.most = Math.max(own.most, points);
      own.letters.push(number);
      this.pointsOf[face] = points;
      this.#kindOf[face] = index;
      this.#bestOf[number] = Math.max(this.#bestOf[number]!, points);
      this.firstFace[number + 1] = face + 1;
      letters |= 1 << number;
    }
    this.letters = letters;
    for (let letter = 1; letter <= MOST_LETTERS; letter++)
      if (this.firstFace[letter] === 0) this.firstFace[letter] = this.firstFace[letter - 1]!;
    this.#left = Int32Array.from(kinds, ({ is }) => is.left);
    this.tiles = kinds
      .sort((one, other) => other.most - one.most)
      .flatMap((kind) => Array.from({ length: kind.is.left }, () => kind));
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
