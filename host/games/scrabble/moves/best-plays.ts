import type { Automaton } from '../../../lexicon/automaton.ts';
import type { Board } from '../board/board.ts';
import { multiplierOf } from '../board/premiums/multiplier-of.ts';
import type { HeldTiles, JudgingTerms } from '../judge/judgement.ts';
import type { Position } from '../judge/position.ts';
import { searchedHand } from './hand.ts';
import { BestFirst, type BestVisit } from './lanes/best-first.ts';
import { HandInArrays } from './lanes/laid-hand.ts';
import { MOST_LETTERS } from './lanes/lanes.ts';
import type { Beside } from './lanes/spans.ts';
import { Window } from './lanes/window.ts';
import { WordMap } from './lanes/word-map.ts';
import { type Multipliers, multipliersOf } from './multipliers.ts';
import { searchPlays } from './search-plays.ts';
import { LetterNumbers } from './words.ts';

const nothing: Beside = [];

/** What is made of a word list once, for all games. */
export interface SearchedWords {
  readonly map: WordMap;
}

export function searchedWords(words: Automaton): SearchedWords {
  return { map: new WordMap(words) };
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
