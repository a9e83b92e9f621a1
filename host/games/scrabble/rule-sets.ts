import type { BuiltInBoard } from './board/built-in-boards.ts';
import type { BuiltInTiles } from './tiles/tile-set.ts';

/** All differences between rules. One judge and one course of a game read them. */
export interface RuleSet {
  readonly name: RuleSetName;
  /** The default board. */
  readonly board: BuiltInBoard;
  readonly tiles: BuiltInTiles;
  /** The points of a word: by the programs of squares, or 1 for each letter. */
  readonly score: 'squares' | 'letters';
  /** Added for a play of a whole hand. */
  readonly bonus: number;
  /** Words that are checked and scored: all, or the one along the play. */
  readonly words: 'all' | 'along';
  readonly firstWordLength: 1 | 2;
  readonly firstOverCenter: boolean;
  readonly laterTouch: boolean;
  /** The tiles in the bag that a change requires: a hand, the number of changed ones, or never allowed. */
  readonly change: 'hand-size' | 'as-many' | 'never';
  /**
   * The end without playing out: 3 turns for each player in a row without a changed score; without an
   * accepted play; or one more turn after a turn without points.
   */
  readonly quietEnd: 'scoreless' | 'playless' | 'one-more';
  /** Remaining tiles: lost and gained; lost, once for each kind; or nothing. */
  readonly leftover: 'lost-and-gained' | 'each-kind-once' | 'nothing';
}

export const ruleSetNames = ['tournament', 'course', 'simple'] as const;
export type RuleSetName = (typeof ruleSetNames)[number];

const tournament: RuleSet = Object.freeze({
  name: 'tournament',
  board: 'official',
  tiles: 'english',
  score: 'squares',
  bonus: 50,
  words: 'all',
  firstWordLength: 2,
  firstOverCenter: true,
  laterTouch: true,
  change: 'hand-size',
  quietEnd: 'scoreless',
  leftover: 'lost-and-gained',
});

export const ruleSets: Readonly<Record<RuleSetName, RuleSet>> = Object.freeze({
  tournament,
  /** The rules of the course's own server. */
  course: Object.freeze<RuleSet>({
    ...tournament,
    name: 'course',
    board: 'standard',
    tiles: 'course',
    change: 'as-many',
    quietEnd: 'playless',
    leftover: 'each-kind-once',
  }),
  simple: Object.freeze<RuleSet>({
    name: 'simple',
    board: 'plain',
    tiles: 'simple',
    score: 'letters',
    bonus: 0,
    words: 'along',
    firstWordLength: 1,
    firstOverCenter: false,
    laterTouch: false,
    change: 'never',
    quietEnd: 'one-more',
    leftover: 'nothing',
  }),
});
