import type { Automaton } from '../../../lexicon/automaton.ts';
import type { Board } from '../board/board.ts';
import { multiplierOf } from '../board/squares.ts';
import type { HeldTiles, JudgingTerms } from '../judge/judgement.ts';
import type { Position } from '../judge/position.ts';
import { extended, HandInArrays } from '../lanes/hand.ts';
import { Layable } from '../lanes/layable.ts';
import { type Beside, type Bonus, type Span, Spans } from '../lanes/spans.ts';
import { ANY, FREE, type Lanes, MOST_LETTERS, Window } from '../lanes/window.ts';
import { WordMap } from '../lanes/word-map.ts';
import type { Placement } from '../wire/messages.ts';
import { LetterNumbers, type Multipliers, multipliersOf } from './line.ts';
import { type FoundPlay, searchedHand, searchPlays } from './search-plays.ts';

const nothing: Beside = [];

/** What is made of a word list once, for all games. */
export interface SearchedWords {
  readonly map: WordMap;
}

export function searchedWords(words: Automaton): SearchedWords {
  return { map: new WordMap(words) };
}

const shared = new WeakMap<Uint32Array, SearchedWords>();

/** The same, made once for each list of a process that searches in many games. */
export function sharedWords(words: Automaton): SearchedWords {
  const made = shared.get(words.edges) ?? searchedWords(words);
  shared.set(words.edges, made);
  return made;
}

/** With larger factors a sum might not fit 32 bits. */
const LARGEST_FACTOR = 9;
const LARGEST_HAND = 8;
const MOST_CELLS = 250_000;

/**
 * Finds the plays with the most points, first on the squares where the most can be hoped for. Kept for a whole game: what it knows
 * of the board is brought up to date by what was laid since the last turn.
 */
export class BestPlays {
  readonly #terms: JudgingTerms;
  readonly #numbers: LetterNumbers;
  readonly #multipliers: Multipliers | undefined;
  readonly #first: BestFirst | undefined;
  readonly #hand = new HandInArrays();
  #window: Window | undefined;

  /** `words` are those of the list of the terms. Without them all plays are looked at. */
  constructor(terms: JudgingTerms, words: SearchedWords | undefined) {
    this.#terms = terms;
    this.#numbers = new LetterNumbers(terms.lexicon?.alphabet ?? []);
    const sum = multipliersOf(terms);
    const bonus = sum && { points: terms.rules.bonus, tiles: terms.handSize };
    if (canSearch(terms)) this.#multipliers = sum ? (canBound(terms) ? sum : undefined) : unknown;
    this.#first = words && this.#multipliers && new BestFirst(words.map, bonus);
  }

  /** Rows of squares on which a play could lie in all turns so far, and those of them that were opened. */
  get opened(): { readonly spans: number; readonly opened: number } | undefined {
    return this.#first;
  }

  /**
   * Shows `visit` each legal play that brings at least as many points as it has last asked for, or that may: with `beside`, together with
   * what counts beside them. Gives the steps taken so far: who has no time left stops there.
   */
  *search(
    position: Position,
    held: HeldTiles,
    visit: BestVisit,
    beside: Beside = nothing,
  ): Generator<number> {
    yield* this.#search(position, held, visit, beside);
  }

  /** Shows `visit` each legal play once, in the order of the board: in less time than a search for the best that leaves none out. */
  *all(position: Position, held: HeldTiles, visit: BestVisit): Generator<number> {
    yield* this.#search(position, held, visit);
  }

  *#search(position: Position, held: HeldTiles, visit: BestVisit, beside?: Beside): Generator<number> {
    const window = this.#windowOn(position);
    if (!window || !this.#first) {
      yield* searchPlays(this.#terms, position, held, visit);
      return;
    }
    this.#hand.take(searchedHand(held, this.#terms.tiles, this.#numbers));
    yield* this.#first.search(window, this.#hand, visit, beside);
  }

  #windowOn(position: Position): Window | undefined {
    const { lexicon } = this.#terms;
    if (!this.#first || !this.#multipliers || !lexicon) return undefined;
    if (this.#window?.follow(position)) return this.#window;
    const size = Window.sizeFor(this.#terms, position);
    this.#window =
      size.width * size.height > MOST_CELLS
        ? undefined
        : new Window(this.#terms, position, lexicon, this.#numbers, this.#multipliers);
    return this.#window;
  }
}

/** Of squares that do more than multiply: only a judge can tell what a play brings, and all are shown. */
const unknown: Multipliers = { at: () => ({ letter: 0, word: 0 }), used: { letter: 0, word: 0 } };

/** Whether words that cover a place beside a tile, of letters that are few enough, are all plays. */
function canSearch({ rules, handSize, lexicon }: JudgingTerms): boolean {
  if (!lexicon || lexicon.alphabet.length >= MOST_LETTERS || handSize > LARGEST_HAND) return false;
  return rules.words === 'all' && rules.firstWordLength === 2 && rules.firstOverCenter && rules.laterTouch;
}

/** Whether a sum can be bounded by its parts: none of them takes away, and all together fit. */
function canBound({ board, tiles }: JudgingTerms): boolean {
  const faces = tiles.tiles.flatMap((kind) => kind.faces);
  if (faces.some(({ points }) => points < 0 || points > 1000)) return false;
  return isUsedPlain(board) && board.squares.every((kind) => isSmall(multiplierOf(kind)));
}

const isSmall = (multiplier: { letter: number; word: number } | undefined): boolean =>
  multiplier !== undefined &&
  [multiplier.letter, multiplier.word].every((times) => times >= 0 && times <= LARGEST_FACTOR);

function isUsedPlain(board: Board): boolean {
  const used = board.kindOf(board.usedSquare);
  return used !== undefined && multiplierOf(used)?.word === 1;
}

/** Where all are looked at, this many and one more are between two looks at the clock: a power of two, less one. */
const SPANS_AT_ONCE = 15;

/** Told of a play; answers how many points a play must bring at least, with what counts beside them, to be of interest from now on. */
export type BestVisit = (found: FoundPlay) => number;

/**
 * Plays by the span on which they lie, the span that can bring most first: on each, the words of the letters that lie there and
 * of letters of the hand. A hot path: it makes nothing on the way.
 */
class BestFirst implements FoundPlay {
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
  #beside: Beside = nothing;
  #least = Number.NEGATIVE_INFINITY;
  // The span that is looked at.
  #lanes!: Lanes;
  #length = 0;
  #letters: Uint8Array = new Uint8Array(0);
  #tiles = 0;
  /** Points without those of the tiles that are laid. */
  #lying = 0;
  /** Of each tile that is laid: its cell, its place in the word, and how many times its points count. */
  readonly #cells = new Int32Array(32);
  readonly #places = new Int32Array(32);
  readonly #factors = new Int32Array(32);
  readonly #faces = new Int32Array(32);
  /** The places of a word where not every letter goes, and the letters that do, a bit each. */
  readonly #checked = new Int32Array(256);
  readonly #masks = new Int32Array(256);
  #checks = 0;
  /** Where the words begin that may be laid. */
  #starts = new Int32Array(64);
  /** What counts beside the points of a play on this span, at most. */
  #besides = 0;

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

  /** Without `beside` all plays, in the order of the board. */
  *search(window: Window, hand: HandInArrays, visit: BestVisit, beside?: Beside): Generator<number> {
    const isBounded = beside !== undefined;
    this.#window = window;
    this.#hand = hand;
    this.#visit = visit;
    this.#least = Number.NEGATIVE_INFINITY;
    this.steps = 0;
    this.#layable.take(hand, isBounded);
    this.#spans.find(window, hand, beside);
    this.#beside = beside ?? nothing;
    this.spans += this.#spans.count;
    for (;;) {
      const span = this.#spans.next(this.#least);
      if (!span) return;
      this.opened++;
      if (this.#open(span)) this.#tryWords(span);
      if (isBounded || (this.opened & SPANS_AT_ONCE) === 0) yield this.steps;
    }
  }

  /** False: what can be laid on it is shown elsewhere. */
  #open({ lanes, begin, end, tiles }: Span): boolean {
    const { holds, allowed, points, letterTimes, wordTimes, across, crosses } = lanes;
    this.#lanes = lanes;
    this.#length = end - begin + 1;
    this.#tiles = tiles;
    let times = 1;
    let along = 0;
    let sumAcross = 0;
    let checks = 0;
    for (let cell = begin, laid = 0; cell <= end; cell++) {
      const held = holds[cell]!;
      const mask = held === FREE ? allowed[cell]! : held < MOST_LETTERS ? 1 << held : 0;
      if (mask !== ANY) {
        this.#checked[checks] = cell - begin;
        this.#masks[checks++] = mask;
      }
      if (held !== FREE) {
        along += points[cell]!;
        continue;
      }
      times = Math.imul(times, wordTimes[cell]!);
      if (crosses[cell] === 1) sumAcross += Math.imul(across[cell]!, wordTimes[cell]!);
      this.#cells[laid] = cell;
      this.#places[laid++] = cell - begin;
    }
    this.#checks = checks;
    this.#besides = this.#beside[tiles] ?? 0;
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
    const known = this.#layable;
    if (known.isKnown) {
      known.gather(layable, this.#length);
      this.#tryAll(known.letters, known.firstLetter[layable]!, known.lastLetter[layable]!);
    } else {
      const words = this.#map.ofLength(this.#length);
      this.#tryAll(words, 0, words.length);
    }
  }

  /**
   * Words of the length of the span, one after the other. Those that pass a check are noted, and then the next check is made: no
   * branch depends on a letter, since a processor would foresee it wrongly each other time.
   */
  #tryAll(letters: Uint8Array, from: number, to: number): void {
    const length = this.#length;
    this.#letters = letters;
    let count = (to - from) / length;
    this.steps += count;
    this.#starts = extended(this.#starts, count);
    const starts = this.#starts;
    for (let index = 0, start = from; index < count; index++, start += length) starts[index] = start;
    for (let check = 0; check < this.#checks && count > 0; check++) {
      const place = this.#checked[check]!;
      const mask = this.#masks[check]!;
      const before = count;
      count = 0;
      for (let index = 0; index < before; index++) {
        const start = starts[index]!;
        starts[count] = start;
        count += (mask >>> letters[start + place]!) & 1;
      }
    }
    for (let index = 0; index < count; index++) this.#lay(0, starts[index]!, this.#lying);
  }

  /** Each way to lay the letters: several tiles may stand for one. */
  #lay(laid: number, start: number, points: number): void {
    if (laid === this.#tiles) {
      this.#show(points);
      return;
    }
    const hand = this.#hand;
    const letter = this.#letters[start + this.#places[laid]!]!;
    for (let face = hand.firstFace[letter]!; face < hand.firstFace[letter + 1]!; face++) {
      if (!hand.lay(face)) continue;
      this.#faces[laid] = face;
      this.#lay(laid + 1, start, points + Math.imul(hand.pointsOf[face]!, this.#factors[laid]!));
      hand.takeBack(face);
    }
  }

  #show(points: number): void {
    if (points + this.#besides < this.#least) return;
    if (this.#isSum) this.points = points;
    const least = this.#visit(this);
    if (this.#isSum) this.#least = least;
  }
}
