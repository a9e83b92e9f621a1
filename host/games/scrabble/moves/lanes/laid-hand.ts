import type { SearchedHand } from '../hand.ts';
import { MOST_LETTERS } from './lanes.ts';

/** A hand for a search that makes nothing on the way: its faces in typed arrays, by the letter that they stand for. */
export class HandInArrays {
  readonly size: number;
  /** Letters that it has a face for, a bit each: of the tiles that are not laid. */
  letters: number;
  /** Of the faces of a letter: the first, and the one after the last. */
  readonly firstFace = new Int32Array(MOST_LETTERS + 1);
  /** Of each face. */
  readonly kindOf: Int32Array;
  readonly pointsOf: Int32Array;
  readonly #letterOf: Int32Array;
  /** Of each kind: how many are not laid, and its letters. */
  readonly #left: Int32Array;
  readonly #letters: Int32Array;
  /** The kind that can be several letters, if there is one: -1. */
  readonly #wild: number;
  readonly #ofWild: number;
  /** The most that each tile can count, in descending order. */
  readonly best: Int32Array;
  readonly faces: SearchedHand['inOrder'];
  /** The letters that each tile can be. */
  readonly tiles: readonly (readonly number[])[];
  /** The most that a tile can count that stands for the letter. */
  readonly bestOf = new Int32Array(MOST_LETTERS + 1);

  constructor({ size, byLetter }: SearchedHand) {
    this.size = size;
    const faces = byLetter.slice(0, MOST_LETTERS).flatMap((each) => each ?? []);
    const kinds = [...new Set(faces.map(({ kind }) => kind))];
    this.faces = faces;
    this.kindOf = Int32Array.from(faces, ({ kind }) => kinds.indexOf(kind));
    this.#letterOf = Int32Array.from(faces, ({ number }) => number);
    this.pointsOf = Int32Array.from(faces, ({ points }) => points);
    this.#left = Int32Array.from(kinds, ({ left }) => left);
    this.#letters = new Int32Array(kinds.length);
    for (const [face, kind] of this.kindOf.entries()) this.#letters[kind]! |= 1 << faces[face]!.number;
    this.#wild = kinds.findIndex((_, kind) => (this.#letters[kind]! & (this.#letters[kind]! - 1)) !== 0);
    this.#ofWild = this.#letters[this.#wild] ?? 0;
    let face = 0;
    for (let letter = 0; letter <= MOST_LETTERS; letter++) {
      this.firstFace[letter] = face;
      for (; faces[face]?.number === letter; face++) {
        this.bestOf[letter] = Math.max(this.bestOf[letter]!, faces[face]!.points);
      }
    }
    this.letters = this.#lettersLeft();
    this.tiles = kinds.flatMap((kind) => {
      const letters = faces.filter((face) => face.kind === kind).map(({ number }) => number);
      return Array.from({ length: kind.left }, () => letters);
    });
    const most = kinds.map((kind) =>
      Math.max(...faces.filter((each) => each.kind === kind).map(({ points }) => points)),
    );
    const best = kinds.flatMap(({ left }, kind) => Array.from({ length: left }, () => most[kind]!));
    // Tiles without a letter that can be in a word are laid by nobody.
    this.best = Int32Array.from([...best, ...Array.from({ length: size - best.length }, () => 0)])
      .sort()
      .reverse();
  }

  /** False: no tile of this face is left. */
  lay(face: number): boolean {
    const kind = this.kindOf[face]!;
    const left = this.#left[kind]!;
    if (left === 0 || ((this.#letters[kind]! >>> this.#letterOf[face]!) & 1) === 0) return false;
    this.#left[kind] = left - 1;
    if (left === 1) this.letters = this.#lettersLeft();
    return true;
  }

  takeBack(face: number, letters: number): void {
    this.#left[this.kindOf[face]!]!++;
    this.letters = letters;
  }

  /** From now on a tile that can be several letters is one of these. */
  limitWild(letters: number): void {
    if (this.#wild < 0) return;
    this.#letters[this.#wild] = this.#ofWild & letters;
    this.letters = this.#lettersLeft();
  }

  #lettersLeft(): number {
    let letters = 0;
    for (let kind = 0; kind < this.#left.length; kind++)
      if (this.#left[kind]! > 0) letters |= this.#letters[kind]!;
    return letters;
  }
}
