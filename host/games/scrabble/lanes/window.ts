import { ENDS_WORD, LAST_EDGE, LETTER_SHIFT, step, TARGET } from '../../../lexicon/automaton.ts';
import { NO_SQUARE } from '../board/board.ts';
import type { JudgingTerms } from '../judge/judgement.ts';
import type { Position } from '../judge/position.ts';
import type { LetterNumbers, Multipliers, Words } from '../moves/line.ts';

/** Free places around the tiles of an infinite board, beyond the reach of a play. */
const SPARE = 20;

/** The searched part of a board, as rows and columns. Reused from turn to turn. */
export class Window {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly rows: Lanes;
  readonly columns: Lanes;
  readonly #terms: JudgingTerms;
  readonly #words: Words;
  readonly #numbers: LetterNumbers;
  readonly #multipliers: Multipliers;
  #known = 0;

  /** The whole of a finite board, or the reach of the next plays. */
  static sizeFor(terms: JudgingTerms, position: Position): Pick<Window, 'x' | 'y' | 'width' | 'height'> {
    return terms.board.layout ?? boundsAround(position, terms);
  }

  constructor(
    terms: JudgingTerms,
    position: Position,
    words: Words,
    numbers: LetterNumbers,
    multipliers: Multipliers,
  ) {
    this.#terms = terms;
    this.#words = words;
    this.#numbers = numbers;
    this.#multipliers = multipliers;
    const { x, y, width, height } = Window.sizeFor(terms, position);
    [this.x, this.y, this.width, this.height] = [x, y, width, height];
    this.rows = new Lanes(height, width);
    this.columns = new Lanes(width, height);
    for (let row = 0; row < height; row++)
      for (let column = 0; column < width; column++) this.#see(column, row);
    this.#take(position);
  }

  /** Adds new tiles. Returns false if the position needs another window. */
  follow(position: Position): boolean {
    if (position.count < this.#known) return false;
    if (this.#known > 0 && !this.#shows(position, this.#known - 1)) return false;
    if (!this.#terms.board.layout && !this.#holdsAll(position)) return false;
    this.#take(position);
    return true;
  }

  placeOf(lanes: Lanes, cell: number): { readonly x: number; readonly y: number } {
    const along = (cell % lanes.stride) - 1;
    const lane = Math.floor(cell / lanes.stride);
    return lanes === this.rows
      ? { x: this.x + along, y: this.y + lane }
      : { x: this.x + lane, y: this.y + along };
  }

  /** The length of the word that a single tile forms across. */
  lengthAcross(lanes: Lanes, cell: number): number {
    const { x, y } = this.placeOf(lanes, cell);
    const isRow = lanes === this.rows;
    const [, inRow] = this.#cells(x - this.x, y - this.y)[0]!;
    const [, inColumn] = this.#cells(x - this.x, y - this.y)[1]!;
    const [before, after] = isRow ? endsOfRun(this.columns, inColumn) : endsOfRun(this.rows, inRow);
    return after - before - 1;
  }

  #take(position: Position): void {
    const from = this.#known;
    const [x, y] = this.#terms.board.center;
    if (position.count === 0) this.#anchor(x - this.x, y - this.y);
    for (let index = from; index < position.count; index++) this.#lay(position, index);
    this.#known = position.count;
    for (let index = from; index < position.count; index++) this.#lookAround(position, index);
  }

  #shows(position: Position, index: number): boolean {
    const [column, row] = [position.xOf(index) - this.x, position.yOf(index) - this.y];
    return this.rows.holds[row * this.rows.stride + column + 1] === this.#numberAt(position, index);
  }

  #numberAt(position: Position, index: number): number {
    return Math.min(this.#numbers.of(position.letterOf(index)), OUTSIDE - 1);
  }

  #holdsAll(position: Position): boolean {
    const reach = this.#terms.handSize + 1;
    for (let index = this.#known; index < position.count; index++) {
      const [column, row] = [position.xOf(index) - this.x, position.yOf(index) - this.y];
      if (column < reach || row < reach || column >= this.width - reach || row >= this.height - reach)
        return false;
    }
    return true;
  }

  #see(column: number, row: number): void {
    const [x, y] = [this.x + column, this.y + row];
    if (this.#terms.board.squareAt(x, y) === NO_SQUARE) return;
    const { letter, word } = this.#multipliers.at(x, y);
    for (const [lanes, cell] of this.#cells(column, row)) {
      lanes.holds[cell] = FREE;
      lanes.letterTimes[cell] = letter;
      lanes.wordTimes[cell] = word;
    }
  }

  #cells(column: number, row: number): readonly [Lanes, number][] {
    return [
      [this.rows, row * this.rows.stride + column + 1],
      [this.columns, column * this.columns.stride + row + 1],
    ];
  }

  #anchor(column: number, row: number): void {
    if (column < 0 || row < 0 || column >= this.width || row >= this.height) return;
    for (const [lanes, cell] of this.#cells(column, row))
      lanes.anchors[cell] = Number(lanes.holds[cell] === FREE);
  }

  #lay(position: Position, index: number): void {
    const [column, row] = [position.xOf(index) - this.x, position.yOf(index) - this.y];
    for (const [lanes, cell] of this.#cells(column, row)) {
      lanes.holds[cell] = this.#numberAt(position, index);
      lanes.points[cell] = Math.imul(position.pointsOf(index), this.#multipliers.used.letter);
      lanes.anchors[cell] = 0;
    }
  }

  /** Updates the four ends of the words through this tile. */
  #lookAround(position: Position, index: number): void {
    const [column, row] = [position.xOf(index) - this.x, position.yOf(index) - this.y];
    const [[rows, inRow], [columns, inColumn]] = this.#cells(column, row) as [
      [Lanes, number],
      [Lanes, number],
    ];
    this.#anchor(column + 1, row);
    this.#anchor(column - 1, row);
    this.#anchor(column, row + 1);
    this.#anchor(column, row - 1);
    // Tiles in a row decide about columns, and vice versa.
    for (const end of endsOfRun(rows, inRow)) {
      const at = end - row * rows.stride - 1;
      this.#cross(rows, end, columns, at * columns.stride + row + 1);
    }
    for (const end of endsOfRun(columns, inColumn)) {
      const at = end - column * columns.stride - 1;
      this.#cross(columns, end, rows, at * rows.stride + column + 1);
    }
  }

  /** Stores what a tile at a free place forms along `lanes`, for plays along the others. */
  #cross(lanes: Lanes, cell: number, others: Lanes, place: number): void {
    if (lanes.holds[cell] !== FREE || others.lookedAt[place] === this.#known) return;
    others.lookedAt[place] = this.#known;
    const { holds } = lanes;
    let first = cell;
    while (isTile(holds[first - 1]!)) first--;
    let points = 0;
    let state = this.#words.root;
    for (let at = first; at < cell; at++) {
      state = step(this.#words.edges, state, holds[at]!) & TARGET;
      points += lanes.points[at]!;
    }
    let last = cell;
    while (isTile(holds[last + 1]!)) points += lanes.points[++last]!;
    others.allowed[place] = this.#lettersBetween(state, holds, cell + 1, last);
    others.across[place] = points;
    others.crosses[place] = 1;
  }

  /** Letters that lead from a state to a word with the tiles from `first` to `last`. */
  #lettersBetween(state: number, holds: Uint8Array, first: number, last: number): number {
    const { edges } = this.#words;
    if (state === 0) return 0;
    let allowed = 0;
    for (let index = state; ; index++) {
      let edge = edges[index]!;
      for (let at = first; edge !== 0 && at <= last; at++) edge = step(edges, edge & TARGET, holds[at]!);
      if (edge & ENDS_WORD) allowed |= 1 << (edges[index]! >>> LETTER_SHIFT);
      if (edges[index]! & LAST_EDGE) return allowed;
    }
  }
}

/** The places before and after consecutive tiles. */
function endsOfRun({ holds }: Lanes, cell: number): readonly [number, number] {
  let [before, after] = [cell - 1, cell + 1];
  while (isTile(holds[before]!)) before--;
  while (isTile(holds[after]!)) after++;
  return [before, after];
}

function boundsAround(position: Position, { board, handSize }: JudgingTerms) {
  const reach = handSize + 1 + SPARE;
  let [left, top] = board.center;
  let [right, bottom] = board.center;
  for (let index = 0; index < position.count; index++) {
    left = Math.min(left, position.xOf(index));
    right = Math.max(right, position.xOf(index));
    top = Math.min(top, position.yOf(index));
    bottom = Math.max(bottom, position.yOf(index));
  }
  return {
    x: left - reach,
    y: top - reach,
    width: right - left + 2 * reach + 1,
    height: bottom - top + 2 * reach + 1,
  };
}

/** The content of a place: FREE, a letter's number, or OUTSIDE. */
export const FREE = 0;
const OUTSIDE = 255;

/** Every letter is allowed. */
export const ANY = -1;

/** Rows or columns in one row of cells: `lane * stride + place + 1`. Hot path: typed arrays. */
export class Lanes {
  readonly stride: number;
  readonly count: number;
  /** FREE, OUTSIDE, or a letter's number. */
  readonly holds: Uint8Array;
  /** Points of existing tiles. */
  readonly points: Int32Array;
  /** The letter multiplier of the square. */
  readonly letterTimes: Int32Array;
  readonly wordTimes: Int32Array;
  /** Letters that form words across, as bits. */
  readonly allowed: Int32Array;
  /** The points of existing tiles in the word across. */
  readonly across: Int32Array;
  /** 1: a tile forms a word across. */
  readonly crosses: Uint8Array;
  /** The number of tiles when the three arrays above were computed. */
  readonly lookedAt: Int32Array;
  /** 1: an anchor. */
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

/** Letter numbers are below it, so that a set is one integer. */
export const MOST_LETTERS = 31;

export const isTile = (held: number): boolean => held !== FREE && held !== OUTSIDE;
