import { ENDS_WORD, LAST_EDGE, LETTER_SHIFT, step, TARGET } from '../../../../lexicon/automaton.ts';
import type { Gaddag } from '../../../../lexicon/formats/gaddag.ts';
import type { Placement } from '../../wire/messages.ts';
import type { FoundPlay } from '../search-plays.ts';
import { type Anagrams, HandSums } from './anagrams.ts';
import { MOST_LAID, UpperBounds } from './bounds.ts';
import type { HandInArrays } from './laid-hand.ts';
import { FREE, type Lanes, OUTSIDE } from './lanes.ts';
import type { Window } from './window.ts';

// A module's own constants are folded into the code, imported ones are not.
const ENDS = ENDS_WORD;
const LAST = LAST_EDGE;
const SHIFT = LETTER_SHIFT;
const TO = TARGET;
const IS_FREE = FREE;
const NO_SQUARE = OUTSIDE;

const ALL_LETTERS = -1;

export interface BestFirstNeeds {
  readonly gaddag: Gaddag;
  readonly anagrams: Anagrams;
  readonly bonus: number;
  readonly handSize: number;
}

/** Told of a play; answers how many points a play must bring at least to be of interest from now on. */
export type BestVisit = (found: FoundPlay) => number;

/**
 * Plays by the place that they touch first, the place that can bring most first. Words are read from that place to their
 * beginning, then on to their end. A hot path: it makes nothing on the way.
 */
export class BestFirst implements FoundPlay {
  points: number | undefined;
  /** Tiles laid, in all. */
  steps = 0;
  /** Places that could be touched, and those of them that were looked at. */
  places = 0;
  opened = 0;
  readonly #edges: Uint32Array;
  readonly #backwards: number;
  readonly #bonus: number;
  readonly #handSize: number;
  readonly #bounds = new UpperBounds();
  readonly #sums: HandSums;
  #window!: Window;
  #hand!: HandInArrays;
  #visit!: BestVisit;
  #least = Number.NEGATIVE_INFINITY;
  // The lanes that are walked.
  #lanes!: Lanes;
  #holds!: Uint8Array;
  #anchor = 0;
  #space = 0;
  /** Tiles laid before the anchor. */
  #onLeft = 0;
  // The play so far.
  #laid = 0;
  readonly #cells = new Int32Array(256);
  readonly #faces = new Int32Array(256);
  #begin = 0;
  #end = 0;

  constructor({ gaddag, anagrams, bonus, handSize }: BestFirstNeeds) {
    this.#edges = gaddag.edges;
    this.#backwards = gaddag.backwards;
    this.#sums = new HandSums(anagrams);
    this.#bonus = bonus;
    this.#handSize = handSize;
  }

  get length(): number {
    const across = this.#laid === 1 ? this.#window.lengthAcross(this.#lanes, this.#cells[0]!) : 0;
    return Math.max(this.#end - this.#begin + 1, across);
  }

  placements(): Placement[] {
    return Array.from({ length: this.#laid }, (_, index) => ({
      cell: this.#cells[index]!,
      face: this.#hand.faces[this.#faces[index]!]!,
    }))
      .sort((one, other) => one.cell - other.cell)
      .map(({ cell, face: { id, letter, points } }) => ({
        ...this.#window.placeOf(this.#lanes, cell),
        ...{ id, letter, points },
      }));
  }

  *search(window: Window, hand: HandInArrays, visit: BestVisit): Generator<number> {
    this.#window = window;
    this.#hand = hand;
    this.#visit = visit;
    this.#least = Number.NEGATIVE_INFINITY;
    this.steps = 0;
    const bounds = this.#bounds;
    const sums = this.#sums;
    sums.take(hand.tiles);
    const limits = { bonus: this.#bonus, handSize: this.#handSize, sums };
    bounds.find(window, hand, limits);
    this.places += bounds.count;
    for (let index = 0; index < bounds.count && bounds.at(index) >= this.#least; index++) {
      this.opened++;
      hand.limitWild(ALL_LETTERS);
      bounds.open(index, hand, limits);
      hand.limitWild(bounds.wildLetters(this.#least));
      this.#open(bounds.lanesAt(index), bounds.cellAt(index), bounds.spaceAt(index));
      yield this.steps;
    }
  }

  #open(lanes: Lanes, anchor: number, space: number): void {
    this.#lanes = lanes;
    this.#holds = lanes.holds;
    this.#anchor = anchor;
    this.#space = space;
    this.#left(anchor, this.#backwards, space, 0, 1, 0);
  }

  /** A tile is laid at this place, and what was read so far stands behind it. */
  #left(at: number, state: number, space: number, letters: number, times: number, across: number): void {
    const edges = this.#edges;
    const hand = this.#hand;
    const lanes = this.#lanes;
    const lettersHeld = hand.letters;
    const allowed = lanes.allowed[at]! & lettersHeld;
    if (allowed === 0 || state === 0) return;
    if (this.#bounds.onLeft[this.#space - space]! < this.#least) return;
    const letterTimes = lanes.letterTimes[at]!;
    const wordTimes = lanes.wordTimes[at]!;
    for (let index = state; ; index++) {
      const edge = edges[index]!;
      const letter = edge >>> SHIFT;
      const rest = allowed >>> letter;
      if (rest === 0) return;
      if (rest & 1 && letter !== 0) {
        for (let face = hand.firstFace[letter]!; face < hand.firstFace[letter + 1]!; face++) {
          if (!hand.lay(face)) continue;
          this.#cells[this.#laid] = at;
          this.#faces[this.#laid++] = face;
          this.steps++;
          const points = Math.imul(hand.pointsOf[face]!, letterTimes);
          const more = lanes.crosses[at] === 1 ? Math.imul(lanes.across[at]! + points, wordTimes) : 0;
          this.#afterLeft(at, edge, space, letters + points, Math.imul(times, wordTimes), across + more);
          this.#laid--;
          hand.takeBack(face, lettersHeld);
        }
      }
      if (edge & LAST) return;
    }
  }

  /** A letter stands at this place, and on all up to the anchor. */
  #afterLeft(at: number, edge: number, space: number, letters: number, times: number, across: number): void {
    const before = this.#holds[at - 1]!;
    const target = edge & TO;
    if (before !== IS_FREE && before !== NO_SQUARE) {
      const through = step(this.#edges, target, before);
      if (through !== 0)
        this.#afterLeft(at - 1, through, space, letters + this.#lanes.points[at - 1]!, times, across);
      return;
    }
    const after = this.#holds[this.#anchor + 1]!;
    this.#begin = at;
    if ((edge & ENDS) !== 0 && (after === IS_FREE || after === NO_SQUARE))
      this.#show(this.#anchor, letters, times, across);
    if (target === 0) return;
    const first = this.#edges[target]!;
    if (first >>> SHIFT === 0 && after !== NO_SQUARE) {
      this.#onLeft = this.#laid - 1;
      this.#right(this.#anchor + 1, first & TO, letters, times, across);
    }
    if (space > 0 && before === IS_FREE && this.#laid < this.#hand.size)
      this.#left(at - 1, target, space - 1, letters, times, across);
  }

  /** The word so far stands before this place. */
  #right(at: number, state: number, letters: number, times: number, across: number): void {
    const held = this.#holds[at]!;
    if (held === NO_SQUARE || state === 0) return;
    const after = this.#holds[at + 1]!;
    const canEnd = after === IS_FREE || after === NO_SQUARE;
    const lanes = this.#lanes;
    if (held !== IS_FREE) {
      const edge = step(this.#edges, state, held);
      if (edge === 0) return;
      const sum = letters + lanes.points[at]!;
      if (canEnd && (edge & ENDS) !== 0) this.#show(at, sum, times, across);
      this.#right(at + 1, edge & TO, sum, times, across);
      return;
    }
    const hand = this.#hand;
    const lettersHeld = hand.letters;
    const allowed = lanes.allowed[at]! & lettersHeld;
    if (allowed === 0 || this.#laid === hand.size) return;
    if (this.#bounds.onRight[this.#onLeft * MOST_LAID + this.#laid - this.#onLeft + 1]! < this.#least) return;
    const edges = this.#edges;
    const letterTimes = lanes.letterTimes[at]!;
    const wordTimes = lanes.wordTimes[at]!;
    const product = Math.imul(times, wordTimes);
    for (let index = state; ; index++) {
      const edge = edges[index]!;
      const letter = edge >>> SHIFT;
      const rest = allowed >>> letter;
      if (rest === 0) return;
      if (rest & 1) {
        for (let face = hand.firstFace[letter]!; face < hand.firstFace[letter + 1]!; face++) {
          if (!hand.lay(face)) continue;
          this.#cells[this.#laid] = at;
          this.#faces[this.#laid++] = face;
          this.steps++;
          const points = Math.imul(hand.pointsOf[face]!, letterTimes);
          const more = lanes.crosses[at] === 1 ? Math.imul(lanes.across[at]! + points, wordTimes) : 0;
          if (canEnd && (edge & ENDS) !== 0) this.#show(at, letters + points, product, across + more);
          this.#right(at + 1, edge & TO, letters + points, product, across + more);
          this.#laid--;
          hand.takeBack(face, lettersHeld);
        }
      }
      if (edge & LAST) return;
    }
  }

  #show(end: number, letters: number, times: number, across: number): void {
    const bonus = this.#laid === this.#handSize ? this.#bonus : 0;
    const points = (Math.imul(letters, times) + across + bonus) | 0;
    if (points < this.#least || end === this.#begin) return;
    // A single tile lies on a row and on a column, and may form a word on both: it is shown with its row.
    if (
      this.#laid === 1 &&
      this.#lanes === this.#window.columns &&
      this.#lanes.crosses[this.#cells[0]!] === 1
    )
      return;
    this.points = points;
    this.#end = end;
    this.#least = this.#visit(this);
  }
}
