import type { Placement } from '../../wire/messages.ts';
import type { FoundPlay } from '../search-plays.ts';
import type { HandInArrays } from './laid-hand.ts';
import { FREE, type Lanes } from './lanes.ts';
import { Layable } from './layable.ts';
import { type Beside, type Bonus, type Span, Spans } from './spans.ts';
import type { Window } from './window.ts';
import { NONE, type WordMap } from './word-map.ts';

/** Told of a play; answers how many points a play must bring at least, with what counts beside them, to be of interest from now on. */
export type BestVisit = (found: FoundPlay) => number;

/**
 * Plays by the span on which they lie, the span that can bring most first: on each, the words of the letters that lie there and
 * of letters of the hand. A hot path: it makes nothing on the way.
 */
export class BestFirst implements FoundPlay {
  points: number | undefined;
  /** Words that were tried, in all. */
  steps = 0;
  /** Spans on which a play could be laid, and those of them that were looked at. */
  spans = 0;
  opened = 0;
  readonly #map: WordMap;
  readonly #isSum: boolean;
  readonly #bonus: Bonus;
  readonly #layable: Layable;
  readonly #spans: Spans;
  #window!: Window;
  #hand!: HandInArrays;
  #visit!: BestVisit;
  #beside: Beside = [];
  #least = Number.NEGATIVE_INFINITY;
  // The span that is looked at.
  #lanes!: Lanes;
  #begin = 0;
  #length = 0;
  #tiles = 0;
  /** Points without those of the tiles that are laid. */
  #lying = 0;
  /** Of each tile that is laid: its cell, its place in the word, and how many times its points count. */
  readonly #cells = new Int32Array(32);
  readonly #places = new Int32Array(32);
  readonly #factors = new Int32Array(32);
  readonly #faces = new Int32Array(32);

  /** Without a bonus only a judge can tell what a play brings: all are shown. */
  constructor(map: WordMap, bonus: Bonus | undefined) {
    this.#map = map;
    this.#isSum = bonus !== undefined;
    this.#bonus = bonus ?? { points: 0, tiles: 0 };
    this.#layable = new Layable(map);
    this.#spans = new Spans(this.#layable, this.#bonus);
  }

  get length(): number {
    const across = this.#tiles === 1 ? this.#window.lengthAcross(this.#lanes, this.#cells[0]!) : 0;
    return Math.max(this.#length, across);
  }

  placements(): Placement[] {
    return Array.from({ length: this.#tiles }, (_, index) => {
      const { id, letter, points } = this.#hand.faces[this.#faces[index]!]!;
      return { ...this.#window.placeOf(this.#lanes, this.#cells[index]!), id, letter, points };
    });
  }

  *search(window: Window, hand: HandInArrays, visit: BestVisit, beside: Beside): Generator<number> {
    this.#window = window;
    this.#hand = hand;
    this.#visit = visit;
    this.#least = Number.NEGATIVE_INFINITY;
    this.steps = 0;
    this.#layable.take(hand);
    this.#spans.find(window, hand, beside);
    this.#beside = beside;
    this.spans += this.#spans.count;
    for (;;) {
      const span = this.#spans.next(this.#least);
      if (!span) return;
      this.opened++;
      if (this.#open(span)) this.#tryWords(span);
      yield this.steps;
    }
  }

  /** False: what can be laid on it is shown elsewhere. */
  #open({ lanes, begin, end, tiles }: Span): boolean {
    const { holds, points, letterTimes, wordTimes, across, crosses } = lanes;
    this.#lanes = lanes;
    this.#begin = begin;
    this.#length = end - begin + 1;
    this.#tiles = tiles;
    let times = 1;
    let along = 0;
    let sumAcross = 0;
    for (let cell = begin, laid = 0; cell <= end; cell++) {
      if (holds[cell] !== FREE) {
        along += points[cell]!;
        continue;
      }
      times = Math.imul(times, wordTimes[cell]!);
      if (crosses[cell] === 1) sumAcross += Math.imul(across[cell]!, wordTimes[cell]!);
      this.#cells[laid] = cell;
      this.#places[laid++] = cell - begin;
    }
    for (let laid = 0; laid < tiles; laid++) {
      const cell = this.#cells[laid]!;
      const inWords = crosses[cell] === 1 ? times + wordTimes[cell]! : times;
      this.#factors[laid] = Math.imul(letterTimes[cell]!, inWords);
    }
    const bonus = tiles === this.#bonus.tiles ? this.#bonus.points : 0;
    this.#lying = Math.imul(along, times) + sumAcross + bonus;
    // A single tile lies on a row and on a column, and may form a word on both: it is shown with its row.
    return tiles > 1 || lanes !== this.#window.columns || crosses[this.#cells[0]!] === 0;
  }

  #tryWords({ layable }: Span): void {
    if (!this.#layable.isKnown) {
      for (const word of this.#map.ofLength(this.#length)) this.#try(word);
      return;
    }
    const { words, from, to } = this.#layable;
    const { next } = this.#map;
    for (let index = from[layable]!; index < to[layable]!; index++)
      for (let word = words[index]!; word !== NONE; word = next[word]!) this.#try(word);
  }

  #try(word: number): void {
    this.steps++;
    const { letters, starts } = this.#map;
    const start = starts[word]!;
    if (starts[word + 1]! - start !== this.#length) return;
    const { holds, allowed } = this.#lanes;
    const begin = this.#begin;
    for (let place = 0; place < this.#length; place++) {
      const letter = letters[start + place]!;
      const held = holds[begin + place]!;
      if (held === FREE ? ((allowed[begin + place]! >>> letter) & 1) === 0 : held !== letter) return;
    }
    this.#lay(0, start, this.#lying);
  }

  /** Each way to lay the letters: several tiles may stand for one. */
  #lay(laid: number, start: number, points: number): void {
    if (laid === this.#tiles) {
      this.#show(points);
      return;
    }
    const hand = this.#hand;
    const letter = this.#map.letters[start + this.#places[laid]!]!;
    for (let face = hand.firstFace[letter]!; face < hand.firstFace[letter + 1]!; face++) {
      if (!hand.lay(face)) continue;
      this.#faces[laid] = face;
      this.#lay(laid + 1, start, points + Math.imul(hand.pointsOf[face]!, this.#factors[laid]!));
      hand.takeBack(face);
    }
  }

  #show(points: number): void {
    if (points + (this.#beside[this.#tiles] ?? 0) < this.#least) return;
    if (this.#isSum) this.points = points;
    const least = this.#visit(this);
    if (this.#isSum) this.#least = least;
  }
}
