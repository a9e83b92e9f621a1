import { type Automaton, ENDS_WORD, letterNumbers, step, TARGET } from '../../../lexicon/automaton.ts';
import { type Board, NO_SQUARE } from '../board/board.ts';
import { type Multiplier, multiplierOf } from '../board/squares.ts';
import type { Direction, JudgingTerms } from '../judge/judgement.ts';
import type { Position } from '../judge/position.ts';

/** A free square. */
export const FREE = 0;
const OUTSIDE = -1;

/** A place as a word along the line meets it. */
export interface Cell {
  readonly x: number;
  readonly y: number;
  /** FREE, OUTSIDE, or a letter's number. */
  readonly holds: number;
  readonly isAnchor: boolean;
  /** The word across. Undefined without neighbors. */
  readonly crossing: Crossing | undefined;
  /** Points of an existing tile, or 0. */
  readonly points: number;
  readonly multiplier: Multiplier;
}

const unknown: Multiplier = { letter: 0, word: 0 };

/** Computes each place on demand once. */
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

  /** Places count along the line. */
  at(along: number): Cell {
    const known = this.#cells.get(along);
    if (known) return known;
    const cell = this.#lookAt(along);
    this.#cells.set(along, cell);
    return cell;
  }

  /** Starts of words that cover an anchor. Existing tiles before it belong to the word. */
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

/** A row or column and its anchors, of which a play must cover one. */
interface AnchoredLine {
  readonly direction: Direction;
  /** y of a row, x of a column. */
  readonly at: number;
  readonly anchors: ReadonlySet<number>;
}

/** Lines with anchors: the center, places beside tiles, or any within reach. */
export function anchoredLines(terms: JudgingTerms, position: Position): AnchoredLine[] {
  const places = anchorsOf(terms, position);
  return [...linesOf(places, 'across'), ...linesOf(places, 'down')];
}

function anchorsOf({ rules, board }: JudgingTerms, position: Position): readonly LinePlace[] {
  const isFirst = position.count === 0;
  if (isFirst && rules.firstOverCenter) return [{ x: board.center[0], y: board.center[1] }];
  if (!isFirst && rules.laterTouch) return besideTiles(board, position);
  if (board.layout) return everywhere(board);
  // An infinite board has infinitely many places.
  return isFirst ? aroundCenter(board) : besideTiles(board, position);
}

interface LinePlace {
  readonly x: number;
  readonly y: number;
}

function besideTiles(board: Board, position: Position): LinePlace[] {
  const found = new Map<string, LinePlace>();
  for (const { x, y } of position.tiles())
    for (const [right, down] of [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
    ] as const) {
      const place = { x: x + right, y: y + down };
      if (isFree(board, position, place)) found.set(`${place.x} ${place.y}`, place);
    }
  return [...found.values()];
}

function isFree(board: Board, position: Position, { x, y }: LinePlace): boolean {
  return position.indexAt(x, y) < 0 && board.squareAt(x, y) !== NO_SQUARE;
}

function everywhere({ layout }: Board): LinePlace[] {
  const { x, y, width, ids } = layout!;
  return Array.from(ids, (id, index) => ({
    id,
    x: x + (index % width),
    y: y + Math.floor(index / width),
  })).filter(({ id }) => id !== NO_SQUARE);
}

const NEAR = 7;

function aroundCenter({ center: [x, y] }: Board): LinePlace[] {
  const side = Array.from({ length: 2 * NEAR + 1 }, (_, index) => index - NEAR);
  return side.flatMap((down) => side.map((right) => ({ x: x + right, y: y + down })));
}

function linesOf(places: readonly LinePlace[], direction: Direction): AnchoredLine[] {
  const anchors = new Map<number, Set<number>>();
  for (const { x, y } of places) {
    const [at, along] = direction === 'across' ? [y, x] : [x, y];
    const known = anchors.get(at) ?? new Set();
    anchors.set(at, known.add(along));
  }
  return [...anchors].map(([at, set]) => ({ direction, at, anchors: set }));
}

/** The word across a line at a place: whether each letter makes it valid. */
export class Crossing {
  /** The length with the new tile. */
  readonly length: number;
  /** The points of existing tiles. */
  readonly points: number;
  readonly #words: Words | undefined;
  /** The state after the letters before. 0: no word begins so. */
  readonly #state: number;
  readonly #after: readonly number[];
  readonly #known: (boolean | undefined)[] = [];

  constructor(before: readonly number[], after: readonly number[], points: number, words: Words | undefined) {
    this.length = before.length + 1 + after.length;
    this.points = points;
    this.#words = words;
    this.#after = after;
    this.#state = words
      ? before.reduce((state, letter) => step(words.edges, state, letter) & TARGET, words.root)
      : 0;
  }

  allows(letter: number): boolean {
    const known = this.#known[letter];
    if (known !== undefined) return known;
    const found = this.#isWordWith(letter);
    this.#known[letter] = found;
    return found;
  }

  #isWordWith(letter: number): boolean {
    if (!this.#words) return true;
    const { edges } = this.#words;
    let edge = step(edges, this.#state, letter);
    for (const next of this.#after) edge = step(edges, edge & TARGET, next);
    return (edge & ENDS_WORD) !== 0;
  }
}

/** Undefined without neighbors across this direction. */
function crossingAt(
  position: Position,
  x: number,
  y: number,
  direction: Direction,
  words: Words | undefined,
  numbers: LetterNumbers,
): Crossing | undefined {
  const [right, down] = direction === 'across' ? [0, 1] : [1, 0];
  let points = 0;
  const run = (step: 1 | -1): number[] => {
    const letters: number[] = [];
    for (let distance = step; ; distance += step) {
      const index = position.indexAt(x + distance * right, y + distance * down);
      if (index < 0) return letters;
      letters.push(numbers.of(position.letterOf(index)));
      points += position.pointsOf(index);
    }
  };
  const [before, after] = [run(-1).reverse(), run(1)];
  return before.length + after.length === 0 ? undefined : new Crossing(before, after, points, words);
}

export interface Multipliers {
  at(x: number, y: number): Multiplier;
  /** The multiplier under an existing tile. */
  readonly used: Multiplier;
}

const nothing: Multiplier = { letter: 0, word: 1 };

/** Undefined if points are not a sum of letters with multipliers, so that plays must be judged. */
export function multipliersOf({ rules, board }: JudgingTerms): Multipliers | undefined {
  const isSum = rules.score === 'squares' && rules.words === 'all' && rules.firstWordLength === 2;
  return isSum ? squareMultipliers(board) : undefined;
}

/** Undefined if a square does more than multiply, or words before letters. */
export function squareMultipliers(board: Board): Multipliers | undefined {
  if (!lettersComeFirst(board)) return undefined;
  const known = new Map<number, Multiplier>();
  for (const kind of board.squares) {
    const multiplier = multiplierOf(kind);
    if (!multiplier) return undefined;
    known.set(kind.id, multiplier);
  }
  return {
    at: (x, y) => known.get(board.squareAt(x, y)) ?? nothing,
    used: known.get(board.usedSquare) ?? nothing,
  };
}

function lettersComeFirst({ squares }: Board): boolean {
  const functions = squares.flatMap((kind) => kind.functions);
  const priorities = (what: 'letter' | 'word') =>
    functions.filter(({ premium }) => premium?.multiplies === what).map(({ priority }) => priority);
  return Math.max(...priorities('letter')) < Math.min(...priorities('word'));
}

export type Words = Pick<Automaton, 'edges' | 'root'>;

/** Numbers of letters: those of the list's alphabet, then others, which no word has. */
export class LetterNumbers {
  readonly #numbers = new Map<number, number>();

  constructor(alphabet: readonly string[]) {
    for (const [letter, number] of letterNumbers(alphabet)) this.#numbers.set(letter.codePointAt(0)!, number);
  }

  of(codePoint: number): number {
    const known = this.#numbers.get(codePoint);
    if (known !== undefined) return known;
    const number = this.#numbers.size + 1;
    this.#numbers.set(codePoint, number);
    return number;
  }
}
