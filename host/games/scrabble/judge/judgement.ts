import type { Automaton } from '../../../lexicon/automaton.ts';
import type { Board, ProgramFailure } from '../board/board.ts';
import type { RuleSet } from '../rule-sets.ts';
import type { TileSet } from '../tiles/tile-set.ts';
import type { MoveError } from './move-error.ts';

/** What a move is judged by, besides what lies and what is held. */
export interface JudgingTerms {
  readonly rules: RuleSet;
  readonly board: Board;
  readonly tiles: TileSet;
  /** None where all words go. */
  readonly lexicon: Automaton | undefined;
  readonly handSize: number;
}

/** How many a player holds of each kind of tile. */
export type HeldTiles = ReadonlyMap<number, number>;

export const directions = ['across', 'down'] as const;
export type Direction = (typeof directions)[number];

export interface FormedWord {
  readonly letters: string;
  /** Where its first letter lies. */
  readonly x: number;
  readonly y: number;
  readonly direction: Direction;
  readonly points: number;
}

/** A program of the board that failed while a move was judged: no fault of the player's. */
export type ProgramFault =
  /** There is no square there. */
  | { readonly is: 'board'; readonly x: number; readonly y: number; readonly failure: ProgramFailure }
  /** The word brings 0 points. */
  | {
      readonly is: 'square';
      readonly word: string;
      /** The letter's place in the word, from 0, and the kind of square under it. */
      readonly position: number;
      readonly square: number;
      readonly priority: number;
      readonly failure: ProgramFailure;
    };

/** `points` are those of all words and of the bonus: 32 bits, as everywhere on the wire, and wrapped like there. */
export type Judgement =
  | {
      readonly legal: true;
      /** The main word first, then the others by x, then y. */
      readonly words: readonly FormedWord[];
      readonly points: number;
      readonly faults: readonly ProgramFault[];
    }
  | {
      readonly legal: false;
      readonly errors: readonly MoveError[];
      readonly faults: readonly ProgramFault[];
    };
