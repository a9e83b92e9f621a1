import type { Lexicon } from '../../lexicon/lexicon.ts';
import type { Chance } from '../chance.ts';

/** What there is before the deal. */
export interface Table {
  readonly lexicon: Lexicon;
  readonly chance: Chance;
}

export interface Hand {
  /** All letters that it holds. */
  readonly letters: string;
  /** Those of them that have come since it was last asked. */
  readonly drew: string;
  /** How many dumps in a row were refused. */
  readonly refused: number;
}

/**
 * The rows of a grid, `.` for an empty cell; or a letter to give back for three; or how many milliseconds it is asked later, unless
 * a letter comes before.
 */
export type Answer =
  | { readonly peel: readonly string[] }
  | { readonly dump: string }
  | { readonly wait: number };

/**
 * Asked once before the deal. What it returns is asked about each hand, again and again until it has an answer; between two questions
 * messages are read, so each should take some milliseconds at most. A grid is sent if no letter has come meanwhile.
 */
export type Strategy = (table: Table) => (hand: Hand) => Answer | undefined;
