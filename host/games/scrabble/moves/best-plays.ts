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

/** Data of a word list, shared by all games. */
export interface SearchedWords {
  readonly map: WordMap;
}

export function searchedWords(words: Automaton): SearchedWords {
  return { map: new WordMap(words) };
}

const shared = new WeakMap<Uint32Array, SearchedWords>();

/** Cached for each list of a process with many games. */
export function sharedWords(words: Automaton): SearchedWords {
  const made = shared.get(words.edges) ?? searchedWords(words);
  shared.set(words.edges, made);
  return made;
}

/** With larger factors a sum might not fit 32 bits. */
const LARGEST_FACTOR = 9;
const LARGEST_HAND = 8;
const MOST_CELLS = 250_000;

/** Finds the best plays in the order of upper bounds. It lives for a whole game. */
export class BestPlays {
  readonly #terms: JudgingTerms;
  readonly #numbers: LetterNumbers;
  readonly #multipliers: Multipliers | undefined;
  readonly #first: BestFirst | undefined;
  readonly #hand = new HandInArrays();
  #window: Window | undefined;

  /** `words` belong to the list of the terms. Without them all plays are tried. */
  constructor(terms: JudgingTerms, words: SearchedWords | undefined) {
    this.#terms = terms;
    this.#numbers = new LetterNumbers(terms.lexicon?.alphabet ?? []);
    const sum = multipliersOf(terms);
    const bonus = sum && { points: terms.rules.bonus, tiles: terms.handSize };
    if (canSearch(terms)) this.#multipliers = sum ? (canBound(terms) ? sum : undefined) : unknown;
    this.#first = words && this.#multipliers && new BestFirst(words.map, bonus);
  }

  /** The number of possible spans in all turns, and of opened ones. */
  get opened(): { readonly spans: number; readonly opened: number } | undefined {
    return this.#first;
  }

  /** Visits plays that may bring at least the points that `visit` returned. Yields steps so far. */
  *search(
    position: Position,
    held: HeldTiles,
    visit: BestVisit,
    beside: Beside = nothing,
  ): Generator<number> {
    yield* this.#search(position, held, visit, beside);
  }

  /** Visits each legal play once, in board order, which is faster than a complete search for the best. */
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

/** Used for squares that do more than multiply: only a judge knows points, so all plays are visited. */
const unknown: Multipliers = { at: () => ({ letter: 0, word: 0 }), used: { letter: 0, word: 0 } };

/** Whether all words through an anchor with few letters are legal plays. */
function canSearch({ rules, handSize, lexicon }: JudgingTerms): boolean {
  if (!lexicon || lexicon.alphabet.length >= MOST_LETTERS || handSize > LARGEST_HAND) return false;
  return rules.words === 'all' && rules.firstWordLength === 2 && rules.firstOverCenter && rules.laterTouch;
}

/** Whether a sum has an upper bound by its parts: no part subtracts, and the total fits. */
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

/** The number of spans between two looks at the clock, a power of two less one. */
const SPANS_AT_ONCE = 15;

/** Receives a play and returns the points that later ones must bring at least. */
export type BestVisit = (found: FoundPlay) => number;

/** Searches spans by their bounds. Hot path: it allocates nothing. */
class BestFirst implements FoundPlay {
  points: number | undefined;
  steps = 0;
  /** Possible spans, and opened ones. */
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
  #lanes!: Lanes;
  #length = 0;
  #letters: Uint8Array = new Uint8Array(0);
  #tiles = 0;
  /** Points without those of laid tiles. */
  #lying = 0;
  /** The cell, the index and the total multiplier of each laid tile. */
  readonly #cells = new Int32Array(32);
  readonly #places = new Int32Array(32);
  readonly #factors = new Int32Array(32);
  readonly #faces = new Int32Array(32);
  /** Restricted places of a word, and their allowed letters as bits. */
  readonly #checked = new Int32Array(256);
  readonly #masks = new Int32Array(256);
  #checks = 0;
  /** Offsets of words that may be laid. */
  #starts = new Int32Array(64);
  /** The most that counts beside points on this span. */
  #besides = 0;

  /** Without a bonus only a judge knows the points, so all plays are visited. */
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

  /** Without `beside`, all plays in board order. */
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

  /** Returns false if its plays are visited elsewhere. */
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
    // A single tile may form words in both directions. It is visited with its row.
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

  /** No branch depends on a letter, because half of the predictions would fail. */
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

  /** Tries each tile for a letter, because several may stand for it. */
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
