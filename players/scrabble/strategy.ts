import type { FoundPlay, HeldTiles, JudgingTerms, Placement, Position } from 'wordhost/scrabble';
import type { Chance } from '../program/chance.ts';

/** The situation of a choice. */
export interface Choice {
  readonly terms: JudgingTerms;
  readonly position: Position;
  readonly held: HeldTiles;
  readonly chance: Chance;
}

/** Looks at all plays and keeps the one that it would make. */
export interface Chooser {
  look(found: FoundPlay): void;
  /** The points that a play must bring at least to be chosen; none: any. */
  readonly least?: number;
  /** None if there was none. */
  chosen(): readonly Placement[] | undefined;
}

/** The difference between these players. */
export type Strategy = (choice: Choice) => Chooser;
