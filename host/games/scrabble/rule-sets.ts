import type { BuiltInBoard } from './board/built-in-boards.ts';
import type { BuiltInTiles } from './tiles/tile-set.ts';

/** All that rules can differ in: one judge and one course of a game read this. */
export interface RuleSet {
  readonly name: RuleSetName;
  /** What is played with where nothing else is asked for. */
  readonly board: BuiltInBoard;
  readonly tiles: BuiltInTiles;
  /** What a word brings: its squares' programs say, or 1 for each letter. */
  readonly score: 'squares' | 'letters';
  /** For a play of as many tiles as the hand size. */
  readonly bonus: number;
  /** Which words are looked up and scored: all that a play forms, or the run along it. */
  readonly words: 'all' | 'along';
  readonly firstWordLength: 1 | 2;
  readonly firstOverCenter: boolean;
  readonly laterTouch: boolean;
  /** How full the bag must be for a change: as a hand, as many as are changed, or never enough. */
  readonly change: 'hand-size' | 'as-many' | 'never';
  /**
   * What ends a game besides a hand and the bag played out: 3 turns for each player left, in a row, that changed no
   * score; the same without a play that stood; or one more turn after a turn without points.
   */
  readonly quietEnd: 'scoreless' | 'playless' | 'one-more';
  /**
   * What is held at the end: lost, and gained by who went out; lost, the value of each kind once; or nothing.
   */
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
  /** As the course's own server plays. */
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
