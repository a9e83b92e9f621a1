import { ENDS_WORD, LAST_EDGE, LETTER_SHIFT, TARGET } from '../../lexicon/automaton.ts';
import type { Chance } from '../chance.ts';
import {
  ACROSS,
  type Board,
  CENTRE,
  columnOf,
  type Dictionary,
  type Direction,
  DOWN,
  follow,
  lettersBefore,
  noTiles,
  onBorder,
  otherDirection,
  rowOf,
  SIDE,
  type Tiles,
} from './board.ts';

export type Placement = readonly {
  readonly cell: number;
  readonly code: number;
}[];

interface Request {
  readonly rack: Tiles;
  readonly worth: Float64Array;
  /** The probability of skipping a word, so that repeated searches find different words. */
  readonly blindness: number;
  /** The maximum number of steps keeps a search short. */
  readonly steps: number;
}

// V8 folds a module's own constants into the code, but not imported ones.
const ENDS = ENDS_WORD;
const LAST = LAST_EDGE;
const SHIFT = LETTER_SHIFT;
const TO = TARGET;
const EVERY_LETTER = 0x07ff_fffe;
/** A compact board gives later words more neighbors. */
const COST_OF_A_CELL_AWAY = 0.02;

/**
 * Finds the best word that touches the board and forms only words. This is the hot path of the player: it
 * reuses arrays and allocates only answers. It starts at each empty cell beside a tile (an anchor), in both
 * directions, with letters before the anchor in cells that touch nothing, and continues along the word list.
 */
export class WordSearch {
  readonly #board: Board;
  readonly #dictionary: Dictionary;
  readonly #chance: Chance;

  readonly #rack = noTiles();
  #loose = 0;
  #worth: Float64Array = new Float64Array(0);
  #blindness = 0;
  #stepsLeft = 0;

  readonly #crossings = { [ACROSS]: new Crossings(), [DOWN]: new Crossings() };
  readonly #anchors = new CellSet();
  #direction: Direction = ACROSS;
  #anchor = 0;
  #before = 0;
  readonly #laid = new Uint8Array(SIDE);
  readonly #laidIn = new Int32Array(SIDE);

  #best: Placement | undefined;
  #bestWorth = 0;

  constructor(board: Board, dictionary: Dictionary, chance: Chance) {
    this.#board = board;
    this.#dictionary = dictionary;
    this.#chance = chance;
  }

  find(request: Request): Placement | undefined {
    this.#prepare(request);
    const anchors = this.#findAnchors();
    const first = Math.floor(this.#chance() * anchors.length);
    for (let index = 0; index < anchors.length && this.#stepsLeft > 0; index++) {
      this.#anchor = anchors[(first + index) % anchors.length]!;
      const away = Math.abs(columnOf(this.#anchor) - SIDE / 2) + Math.abs(rowOf(this.#anchor) - SIDE / 2);
      this.#tryAnchor(ACROSS, -away * COST_OF_A_CELL_AWAY);
      this.#tryAnchor(DOWN, -away * COST_OF_A_CELL_AWAY);
    }
    return this.#best;
  }

  #prepare(request: Request): void {
    this.#rack.set(request.rack);
    this.#loose = request.rack.reduce((sum, count) => sum + count, 0);
    this.#worth = request.worth;
    this.#blindness = request.blindness;
    this.#stepsLeft = request.steps;
    this.#best = undefined;
    this.#bestWorth = Number.NEGATIVE_INFINITY;
    this.#crossings[ACROSS].forget();
    this.#crossings[DOWN].forget();
    this.#anchors.forget();
  }

  #findAnchors(): number[] {
    const { letters, taken } = this.#board;
    if (taken.length === 0) return [CENTRE];
    const anchors: number[] = [];
    for (const tile of taken) {
      for (const cell of [tile - ACROSS, tile + ACROSS, tile - DOWN, tile + DOWN]) {
        if (letters[cell] !== 0 || this.#anchors.has(cell)) continue;
        this.#anchors.add(cell);
        if (!onBorder(cell)) anchors.push(cell);
      }
    }
    return anchors;
  }

  #tryAnchor(direction: Direction, worth: number): void {
    this.#direction = direction;
    this.#before = 0;
    if (this.#allowed(this.#anchor) === 0) return;
    const { letters } = this.#board;
    let cell = this.#anchor - direction;
    if (letters[cell] === 0) {
      this.#tryBefore(this.#dictionary.root, 0, this.#freeBefore(), worth);
      return;
    }
    while (letters[cell - direction] !== 0) cell -= direction;
    let state = this.#dictionary.root;
    for (; cell !== this.#anchor; cell += direction)
      state = follow(this.#dictionary, state, letters[cell]!) & TO;
    this.#tryOn(this.#anchor, state, false, 0, worth);
  }

  #freeBefore(): number {
    let free = 0;
    let cell = this.#anchor - this.#direction;
    while (free < this.#loose - 1 && this.#board.letters[cell] === 0) {
      if (this.#anchors.has(cell) || onBorder(cell)) break;
      free++;
      cell -= this.#direction;
    }
    return free;
  }

  #tryBefore(state: number, laid: number, free: number, worth: number): void {
    this.#before = laid;
    this.#tryOn(this.#anchor, state, false, laid, worth);
    if (laid === free || state === 0 || this.#stepsLeft-- <= 0) return;
    const { edges } = this.#dictionary;
    for (let index = state; ; index++) {
      const edge = edges[index]!;
      const code = edge >>> SHIFT;
      if (this.#rack[code]! > 0) {
        this.#rack[code]!--;
        this.#laid[laid] = code;
        this.#tryBefore(edge & TO, laid + 1, free, worth + this.#worth[code]!);
        this.#rack[code]!++;
      }
      if (edge & LAST) return;
    }
  }

  /** Continues in this cell, after letters that lead to this state and may already be a word. */
  #tryOn(cell: number, state: number, word: boolean, laid: number, worth: number): void {
    if (this.#stepsLeft-- <= 0) return;
    const here = this.#board.letters[cell]!;
    if (here !== 0) {
      const edge = follow(this.#dictionary, state, here);
      if (edge !== 0) this.#tryOn(cell + this.#direction, edge & TO, (edge & ENDS) !== 0, laid, worth);
      return;
    }
    if (word && worth > this.#bestWorth) this.#keep(laid, worth);
    if (state === 0) return;
    const allowed = this.#allowed(cell);
    if (allowed === 0) return;
    const { edges } = this.#dictionary;
    for (let index = state; ; index++) {
      const edge = edges[index]!;
      const code = edge >>> SHIFT;
      if (this.#rack[code]! > 0 && allowed & (1 << code)) {
        this.#rack[code]!--;
        this.#laid[laid] = code;
        this.#laidIn[laid] = cell;
        const ends = (edge & ENDS) !== 0;
        this.#tryOn(cell + this.#direction, edge & TO, ends, laid + 1, worth + this.#worth[code]!);
        this.#rack[code]!++;
      }
      if (edge & LAST) return;
    }
  }

  #keep(laid: number, worth: number): void {
    if (this.#chance() < this.#blindness) return;
    this.#bestWorth = worth;
    this.#best = Array.from(this.#laid.subarray(0, laid), (code, index) => ({
      cell:
        index < this.#before ? this.#anchor - (this.#before - index) * this.#direction : this.#laidIn[index]!,
      code,
    }));
  }

  /** The letters that make a word of the crossing run, as one bit each. */
  #allowed(cell: number): number {
    const crossings = this.#crossings[this.#direction];
    const known = crossings.at(cell);
    if (known !== undefined) return known;
    return crossings.set(cell, onBorder(cell) ? 0 : this.#crossing(cell, otherDirection(this.#direction)));
  }

  #crossing(cell: number, direction: Direction): number {
    const { letters } = this.#board;
    if (letters[cell - direction] === 0 && letters[cell + direction] === 0) return EVERY_LETTER;
    let start = cell;
    while (letters[start - direction] !== 0) start -= direction;
    let state = this.#dictionary.root;
    for (let at = start; at !== cell; at += direction)
      state = follow(this.#dictionary, state, letters[at]!) & TO;
    if (start !== cell && state === 0) return 0;
    const after: number[] = [];
    for (let at = cell + direction; letters[at] !== 0; at += direction) after.push(letters[at]!);
    return lettersBefore(this.#dictionary, state, after);
  }
}

/** A set of cells that is emptied in constant time. */
class CellSet {
  readonly #stamps = new Int32Array(SIDE * SIDE);
  #stamp = 1;

  forget(): void {
    this.#stamp++;
  }

  has(cell: number): boolean {
    return this.#stamps[cell] === this.#stamp;
  }

  add(cell: number): void {
    this.#stamps[cell] = this.#stamp;
  }
}

/** Caches the allowed letters of cells until the board changes. */
class Crossings {
  readonly #known = new CellSet();
  readonly #letters = new Int32Array(SIDE * SIDE);

  forget(): void {
    this.#known.forget();
  }

  at(cell: number): number | undefined {
    return this.#known.has(cell) ? this.#letters[cell] : undefined;
  }

  set(cell: number, letters: number): number {
    this.#known.add(cell);
    this.#letters[cell] = letters;
    return letters;
  }
}
