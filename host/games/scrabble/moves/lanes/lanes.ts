/** What a place holds: a tile can lie there, or a letter lies there (its number), or there is no square. */
export const FREE = 0;
export const OUTSIDE = 255;

/** Every letter may lie there. */
export const ANY = -1;

/**
 * Rows or columns of a board in one row of cells each, with a cell without a square at both ends. All by the number of a
 * cell: `lane * stride + place + 1`. A hot path: typed arrays.
 */
export class Lanes {
  readonly stride: number;
  readonly count: number;
  /** FREE, OUTSIDE, or the number of a letter. */
  readonly holds: Uint8Array;
  /** Of the tile that lies, as they count in a word. */
  readonly points: Int32Array;
  /** What the square does to the points of a tile that is laid. */
  readonly letterTimes: Int32Array;
  readonly wordTimes: Int32Array;
  /** The letters that form words across, a bit each. */
  readonly allowed: Int32Array;
  /** Of the tiles that lie in the word across, as they count in it. */
  readonly across: Int32Array;
  /** 1: a tile there forms a word across. */
  readonly crosses: Uint8Array;
  /** How many tiles lay when the three above were looked at. */
  readonly lookedAt: Int32Array;
  /** 1: a play may begin to touch there. */
  readonly anchors: Uint8Array;

  constructor(count: number, length: number) {
    this.count = count;
    this.stride = length + 2;
    const cells = count * this.stride;
    this.holds = new Uint8Array(cells).fill(OUTSIDE);
    this.points = new Int32Array(cells);
    this.letterTimes = new Int32Array(cells);
    this.wordTimes = new Int32Array(cells);
    this.allowed = new Int32Array(cells).fill(ANY);
    this.across = new Int32Array(cells);
    this.crosses = new Uint8Array(cells);
    this.lookedAt = new Int32Array(cells);
    this.anchors = new Uint8Array(cells);
  }
}

/** Letters have numbers below this one, so that a set of them is one integer. */
export const MOST_LETTERS = 31;

export const isTile = (held: number): boolean => held !== FREE && held !== OUTSIDE;
