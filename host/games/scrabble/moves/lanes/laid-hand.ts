import type { HeldFace, SearchedHand } from '../hand.ts';
import { grown } from './grown.ts';
import { MOST_LETTERS } from './lanes.ts';

/** One tile of a hand: the most that it can count, and the letters that it can be. */
export interface HeldTile {
  readonly most: number;
  readonly letters: readonly number[];
}

/** In four bits, the highest of which stays free. */
const MOST_ALIKE = 7;
/** That one, of each kind. */
export const TOO_MANY = 0x8888_8888 | 0;

interface Kind extends HeldTile {
  readonly is: { readonly left: number };
  most: number;
  readonly letters: number[];
}

/**
 * A hand for a search that makes nothing on the way: its faces in typed arrays, by the letter that they stand for. Kept from turn to
 * turn.
 */
export class HandInArrays {
  /** Letters that it has a face for, a bit each. */
  letters = 0;
  faces: SearchedHand['inOrder'] = [];
  /** Of the faces of a letter: the first, and the one after the last. */
  readonly firstFace = new Int32Array(MOST_LETTERS + 1);
  /** Of each face. */
  pointsOf = new Int32Array(64);
  /** Those that can be in a word, what counts most first. */
  tiles: readonly HeldTile[] = [];
  /** Each tile is one letter, and each letter one kind of tile: there is one way to lay a word. */
  isPlain = false;
  /** Of a plain hand, by letter: what one tile adds to `#used`, and what it counts. 0: it has none. */
  readonly weights = new Int32Array(MOST_LETTERS);
  readonly points = new Int32Array(MOST_LETTERS);
  /** Four bits for each kind: the highest of them is set when more are used than there are. */
  used = 0;
  /** The most that a tile can count that stands for the letter. */
  readonly #bestOf = new Int32Array(MOST_LETTERS);
  #kindOf = new Int32Array(64);
  /** Of each kind: how many are not laid. */
  #left = new Int32Array(16);

  take({ byLetter }: SearchedHand): void {
    const faces: HeldFace[] = [];
    const kinds: Kind[] = [];
    this.letters = 0;
    this.#bestOf.fill(0);
    for (let letter = 0; letter < MOST_LETTERS; letter++) {
      this.firstFace[letter] = faces.length;
      for (const face of byLetter[letter] ?? []) {
        this.#addFace(faces.length, face, kinds);
        faces.push(face);
      }
    }
    this.firstFace[MOST_LETTERS] = faces.length;
    this.faces = faces;
    this.#left = grown(this.#left, kinds.length);
    for (let kind = 0; kind < kinds.length; kind++) this.#left[kind] = kinds[kind]!.is.left;
    this.#weigh(kinds);
    this.tiles = kinds
      .sort((one, other) => other.most - one.most)
      .flatMap((kind) => Array.from({ length: kind.is.left }, () => kind));
  }

  #weigh(kinds: readonly Kind[]): void {
    const letters = new Set(kinds.flatMap((kind) => kind.letters));
    this.isPlain =
      kinds.length <= 8 &&
      letters.size === kinds.length &&
      kinds.every((kind) => kind.letters.length === 1 && kind.is.left <= MOST_ALIKE);
    if (!this.isPlain) return;
    this.weights.fill(0);
    this.used = 0;
    for (const [index, kind] of kinds.entries()) {
      const letter = kind.letters[0]!;
      this.weights[letter] = 1 << (4 * index);
      this.points[letter] = kind.most;
      this.used |= (MOST_ALIKE - kind.is.left) << (4 * index);
    }
  }

  #addFace(face: number, { kind, number, points }: HeldFace, kinds: Kind[]): void {
    let index = kinds.findIndex(({ is }) => is === kind);
    if (index < 0) index = kinds.push({ is: kind, most: points, letters: [] }) - 1;
    const own = kinds[index]!;
    own.most = Math.max(own.most, points);
    own.letters.push(number);
    this.pointsOf = grown(this.pointsOf, face + 1);
    this.pointsOf[face] = points;
    this.#kindOf = grown(this.#kindOf, face + 1);
    this.#kindOf[face] = index;
    this.#bestOf[number] = Math.max(this.#bestOf[number]!, points);
    this.letters |= 1 << number;
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
