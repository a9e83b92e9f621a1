import type { HeldFace, SearchedHand } from '../moves/search-plays.ts';
import { MOST_LETTERS } from './window.ts';

/** A tile with its highest value and its possible letters. */
export interface HeldTile {
  readonly most: number;
  readonly letters: readonly number[];
}

interface Kind extends HeldTile {
  readonly is: { readonly left: number };
  most: number;
  readonly letters: number[];
}

/** A hand in typed arrays by letter, reused from turn to turn, so that a search allocates nothing. */
export class HandInArrays {
  /** A bit for each letter with a face. */
  letters = 0;
  faces: SearchedHand['inOrder'] = [];
  /** The first face of a letter, and the end. */
  readonly firstFace = new Int32Array(MOST_LETTERS + 1);
  /** Points of each face. */
  pointsOf = new Int32Array(64);
  /** Usable tiles, the highest first. */
  tiles: readonly HeldTile[] = [];
  /** The highest value of a tile for the letter. */
  readonly #bestOf = new Int32Array(MOST_LETTERS);
  #kindOf = new Int32Array(64);
  /** Unlaid tiles of each kind. */
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
    this.#left = extended(this.#left, kinds.length);
    for (let kind = 0; kind < kinds.length; kind++) this.#left[kind] = kinds[kind]!.is.left;
    this.tiles = kinds
      .sort((one, other) => other.most - one.most)
      .flatMap((kind) => Array.from({ length: kind.is.left }, () => kind));
  }

  #addFace(face: number, { kind, number, points }: HeldFace, kinds: Kind[]): void {
    let index = kinds.findIndex(({ is }) => is === kind);
    if (index < 0) index = kinds.push({ is: kind, most: points, letters: [] }) - 1;
    const own = kinds[index]!;
    own.most = Math.max(own.most, points);
    own.letters.push(number);
    this.pointsOf = extended(this.pointsOf, face + 1);
    this.pointsOf[face] = points;
    this.#kindOf = extended(this.#kindOf, face + 1);
    this.#kindOf[face] = index;
    this.#bestOf[number] = Math.max(this.#bestOf[number]!, points);
    this.letters |= 1 << number;
  }

  /** The highest value of a tile for one of these letters. */
  bestIn(allowed: number): number {
    let best = 0;
    for (let letters = allowed & this.letters; letters !== 0; letters &= letters - 1) {
      const points = this.#bestOf[31 - Math.clz32(letters & -letters)]!;
      if (points > best) best = points;
    }
    return best;
  }

  /** Returns false if no such tile is left. */
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

/** Copies into an array of at least this length, doubling the size. */
export function extended(before: Int32Array<ArrayBuffer>, length: number): Int32Array<ArrayBuffer> {
  if (length <= before.length) return before;
  const after = new Int32Array(Math.max(length, before.length * 2));
  after.set(before);
  return after;
}

export function extendedBytes(before: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const after = new Uint8Array(before.length * 2);
  after.set(before);
  return after;
}
