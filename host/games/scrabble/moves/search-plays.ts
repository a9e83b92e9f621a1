import { ENDS_WORD, LAST_EDGE, LETTER_SHIFT, step, TARGET } from '../../../lexicon/automaton.ts';
import type { HeldTiles, JudgingTerms } from '../judge/judgement.ts';
import type { Position } from '../judge/position.ts';
import { type TileSet, tileKind } from '../tiles/tile-set.ts';
import type { Placement } from '../wire/messages.ts';
import {
  anchoredLines,
  type Cell,
  type Crossing,
  FREE,
  LetterNumbers,
  LineOfCells,
  type Multipliers,
  multipliersOf,
  type Words,
} from './line.ts';

/** A play, valid only during the visit. */
export interface FoundPlay {
  /** The length of its word, with existing letters. */
  readonly length: number;
  /** Undefined if only a judge knows them. */
  readonly points: number | undefined;
  placements(): Placement[];
}

/**
 * Visits every legal play once. If all words are valid, tiles may be in any order, and one play per set of
 * places is visited. On an infinite board with free placement, only plays that touch tiles are visited, those
 * near the center first. Yields steps after each start, so that callers can stop.
 */
export function* searchPlays(
  terms: JudgingTerms,
  position: Position,
  held: HeldTiles,
  visit: (found: FoundPlay) => void,
): Generator<number> {
  const numbers = new LetterNumbers(terms.lexicon?.alphabet ?? []);
  const search = new Search(terms, position, searchedHand(held, terms.tiles, numbers), visit);
  for (const anchored of anchoredLines(terms, position)) {
    const line = new LineOfCells(anchored, terms.board, position, terms.lexicon, numbers, search.multipliers);
    for (const start of line.starts(search.most)) {
      search.from(line, start);
      yield search.steps;
    }
  }
}

/** A hand of free tiles at one place could have more plays than time allows. */
const MOST_STEPS_OF_START = 1_000_000;

// V8 folds a module's own constants into the code, but not imported ones.
const ENDS = ENDS_WORD;
const LAST = LAST_EDGE;
const SHIFT = LETTER_SHIFT;
const TO = TARGET;

/** Hot path: it walks letter by letter without allocation. */
class Search implements FoundPlay {
  readonly most: number;
  readonly multipliers: Multipliers | undefined;
  length = 0;
  points: number | undefined;
  steps = 0;
  readonly #terms: JudgingTerms;
  readonly #hand: SearchedHand;
  readonly #isFirst: boolean;
  readonly #checksCrossings: boolean;
  readonly #words: Words | undefined;
  readonly #visit: (found: FoundPlay) => void;
  /** Places from the start within reach of the hand. */
  #cells: Cell[] = [];
  #goesDown = false;
  #lastStep = 0;
  readonly #faces: HeldFace[] = [];
  readonly #places: Cell[] = [];
  #laid = 0;
  /** Sums of the current word: letters, multiplier, and words across. */
  #letters = 0;
  #times = 1;
  #across = 0;

  constructor(
    terms: JudgingTerms,
    position: Position,
    hand: SearchedHand,
    visit: (found: FoundPlay) => void,
  ) {
    this.#terms = terms;
    this.#hand = hand;
    this.most = hand.size;
    this.#isFirst = position.count === 0;
    this.#checksCrossings = terms.rules.words === 'all';
    this.#words = terms.lexicon;
    this.multipliers = multipliersOf(terms);
    this.#visit = visit;
  }

  placements(): Placement[] {
    return this.#places.slice(0, this.#laid).map(({ x, y }, index) => {
      const { id, letter, points } = this.#faces[index]!;
      return { x, y, id, letter, points };
    });
  }

  from(line: LineOfCells, start: number): void {
    this.#goesDown = line.direction === 'down';
    this.#cells = this.#reach(line, start);
    this.#lastStep = this.steps + MOST_STEPS_OF_START;
    this.#go(0, this.#words?.root ?? 0, this.#words === undefined, false);
  }

  #reach(line: LineOfCells, start: number): Cell[] {
    const cells: Cell[] = [];
    for (let free = 0; ; ) {
      const cell = line.at(start + cells.length);
      cells.push(cell);
      if (cell.holds < 0 || (cell.holds === FREE && free++ === this.most)) return cells;
    }
  }

  /** The current word ends before this place. */
  #go(place: number, state: number, isWord: boolean, covers: boolean): void {
    if (this.steps++ > this.#lastStep) return;
    const cell = this.#cells[place]!;
    if (cell.holds > 0) {
      this.#goThrough(cell, place, state, covers);
      return;
    }
    if (covers && isWord) this.#show(place);
    if (cell.holds !== FREE || this.#laid === this.most) return;
    if (this.#words) this.#layLetters(cell, place, state, covers);
    else this.#lay(this.#hand.inOrder[this.#laid]!, cell, place, 0, true, covers);
  }

  #goThrough({ holds, points, multiplier }: Cell, place: number, state: number, covers: boolean): void {
    const edge = this.#words ? step(this.#words.edges, state, holds) : ENDS;
    if (edge === 0) return;
    const [letters, times] = [this.#letters, this.#times];
    this.#letters = (letters + Math.imul(points, multiplier.letter)) | 0;
    this.#times = Math.imul(times, multiplier.word);
    this.#go(place + 1, edge & TO, (edge & ENDS) !== 0, covers);
    this.#letters = letters;
    this.#times = times;
  }

  #layLetters(cell: Cell, place: number, state: number, covers: boolean): void {
    if (state === 0) return;
    const { edges } = this.#words!;
    const { byLetter } = this.#hand;
    const crossing = this.#checksCrossings ? cell.crossing : undefined;
    for (let index = state; ; index++) {
      const edge = edges[index]!;
      const letter = edge >>> SHIFT;
      const faces = byLetter[letter];
      if (faces !== undefined && (crossing === undefined || crossing.allows(letter)))
        for (const face of faces)
          if (face.kind.left > 0) this.#lay(face, cell, place, edge & TO, (edge & ENDS) !== 0, covers);
      if (edge & LAST) return;
    }
  }

  #lay(face: HeldFace, cell: Cell, place: number, state: number, isWord: boolean, covers: boolean): void {
    const [letters, times, across] = [this.#letters, this.#times, this.#across];
    const { multiplier, crossing } = cell;
    const points = Math.imul(face.points, multiplier.letter);
    face.kind.left--;
    this.#faces[this.#laid] = face;
    this.#places[this.#laid++] = cell;
    this.#letters = (letters + points) | 0;
    this.#times = Math.imul(times, multiplier.word);
    if (crossing) this.#across = (across + this.#pointsAcross(crossing, points, multiplier.word)) | 0;
    this.#go(place + 1, state, isWord, covers || cell.isAnchor);
    this.#letters = letters;
    this.#times = times;
    this.#across = across;
    this.#laid--;
    face.kind.left++;
  }

  #pointsAcross({ points, length }: Crossing, laid: number, times: number): number {
    if (!this.multipliers) return 0;
    const { letter, word } = this.multipliers.used;
    let all = times;
    if (word !== 1) for (let lying = 1; lying < length; lying++) all = Math.imul(all, word);
    return Math.imul(Math.imul(points, letter) + laid, all);
  }

  #show(length: number): void {
    if (!this.#isLongEnough(length)) return;
    this.length = length;
    if (this.#laid === 1) {
      const crossways = this.#crossways();
      // A single tile may form words in both directions. It is visited with its row.
      if (crossways > 0 && this.#goesDown) return;
      this.length = Math.max(length, crossways);
    }
    if (this.multipliers) this.points = this.#sum();
    this.#visit(this);
  }

  #sum(): number {
    const bonus = this.#laid === this.#terms.handSize ? this.#terms.rules.bonus : 0;
    return (Math.imul(this.#letters, this.#times) + this.#across + bonus) | 0;
  }

  /** The length of a single tile's word in the other direction, or 0. */
  #crossways(): number {
    const [face, { crossing }] = [this.#faces[0]!, this.#places[0]!];
    const length = crossing?.length ?? 1;
    if (!this.#isLongEnough(length)) return 0;
    return (crossing ? crossing.allows(face.number) : this.#isWordAlone(face.number)) ? length : 0;
  }

  #isWordAlone(letter: number): boolean {
    if (!this.#words) return true;
    return (step(this.#words.edges, this.#words.root, letter) & ENDS) !== 0;
  }

  #isLongEnough(length: number): boolean {
    const { rules } = this.#terms;
    if (this.#isFirst) return length >= rules.firstWordLength;
    // A single letter between others above and below is found as a word down.
    return length > 1 || rules.words === 'along';
  }
}

/** A letter that a tile can stand for. */
export interface HeldFace {
  readonly id: number;
  readonly letter: string;
  readonly points: number;
  readonly number: number;
  /** The number of unlaid tiles, shared by all faces of the kind. */
  readonly kind: { left: number };
}

export interface SearchedHand {
  readonly size: number;
  /** Faces by the letter's number. */
  readonly byLetter: readonly (readonly HeldFace[] | undefined)[];
  /** One face for each kind, in order of tiles. */
  readonly inOrder: readonly HeldFace[];
}

export function searchedHand(held: HeldTiles, tiles: TileSet, numbers: LetterNumbers): SearchedHand {
  const byLetter: HeldFace[][] = [];
  const inOrder: HeldFace[] = [];
  for (const [id, left] of held) {
    const kind = { left };
    const faces = (tileKind(tiles, id)?.faces ?? []).map(({ letter, points }): HeldFace => {
      return { id, letter, points, number: numbers.of(letter.codePointAt(0)!), kind };
    });
    for (const face of faces) (byLetter[face.number] ??= []).push(face);
    for (let tile = 0; tile < left && faces[0]; tile++) inOrder.push(faces[0]);
  }
  return { size: inOrder.length, byLetter, inOrder };
}
