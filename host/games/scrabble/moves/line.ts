import { type Board, NO_SQUARE } from '../board/board.ts';
import type { Multiplier } from '../board/premiums/multiplier-of.ts';
import type { Direction } from '../judge/judgement.ts';
import type { Position } from '../judge/position.ts';
import type { AnchoredLine } from './anchors.ts';
import { type Crossing, crossingAt } from './crossing.ts';
import type { Multipliers } from './multipliers.ts';
import type { LetterNumbers, Words } from './words.ts';

/** Nothing lies there, and a tile can. */
export const FREE = 0;
/** There is no square. */
export const OUTSIDE = -1;

/** A place, as a word that runs along the line meets it. */
export interface Cell {
  readonly x: number;
  readonly y: number;
  /** FREE, OUTSIDE, or the number of the letter that lies there. */
  readonly holds: number;
  readonly isAnchor: boolean;
  /** What a tile there forms across the line; none where it has no neighbours there. */
  readonly crossing: Crossing | undefined;
  /** Of the tile that lies; 0: none does. */
  readonly points: number;
  /** What the square does to points, if it is known. */
  readonly multiplier: Multiplier;
}

const unknown: Multiplier = { letter: 0, word: 0 };

/** Each place is looked at once, when it is first asked for. */
export class LineOfCells {
  readonly direction: Direction;
  readonly #anchored: AnchoredLine;
  readonly #board: Board;
  readonly #position: Position;
  readonly #words: Words | undefined;
  readonly #numbers: LetterNumbers;
  readonly #multipliers: Multipliers | undefined;
  readonly #cells = new Map<number, Cell>();

  constructor(
    anchored: AnchoredLine,
    board: Board,
    position: Position,
    words: Words | undefined,
    numbers: LetterNumbers,
    multipliers: Multipliers | undefined,
  ) {
    this.direction = anchored.direction;
    this.#anchored = anchored;
    this.#board = board;
    this.#position = position;
    this.#words = words;
    this.#numbers = numbers;
    this.#multipliers = multipliers;
  }

  /** Places are counted along the line. */
  at(along: number): Cell {
    const known = this.#cells.get(along);
    if (known) return known;
    const cell = this.#lookAt(along);
    this.#cells.set(along, cell);
    return cell;
  }

  /** Where a word may begin that covers an anchor: what lies before it belongs to it. */
  starts(tiles: number): ReadonlySet<number> {
    const starts = new Set<number>();
    for (const anchor of this.#anchored.anchors) {
      let start = anchor;
      for (let free = 1; free <= tiles; start--) {
        const { holds } = this.at(start - 1);
        if (holds > 0) continue;
        starts.add(start);
        if (holds === OUTSIDE) break;
        free++;
      }
    }
    return starts;
  }

  #lookAt(along: number): Cell {
    const { direction, at, anchors } = this.#anchored;
    const [x, y] = direction === 'across' ? [along, at] : [at, along];
    const lying = this.#position.indexAt(x, y);
    if (lying >= 0) {
      const holds = this.#numbers.of(this.#position.letterOf(lying));
      const points = this.#position.pointsOf(lying);
      const multiplier = this.#multipliers?.used ?? unknown;
      return { x, y, holds, isAnchor: false, crossing: undefined, points, multiplier };
    }
    if (this.#board.squareAt(x, y) === NO_SQUARE)
      return { x, y, holds: OUTSIDE, isAnchor: false, crossing: undefined, points: 0, multiplier: unknown };
    const crossing = crossingAt(this.#position, x, y, direction, this.#words, this.#numbers);
    const multiplier = this.#multipliers?.at(x, y) ?? unknown;
    return { x, y, holds: FREE, isAnchor: anchors.has(along), crossing, points: 0, multiplier };
  }
}
