import type { FoundPlay, HeldTiles, JudgedTable, Placement, Position } from 'wordhost';
import type { Chance } from '../program/chance.ts';

/** What there is to choose for. */
export interface Choice {
  readonly table: JudgedTable;
  readonly position: Position;
  readonly held: HeldTiles;
  readonly chance: Chance;
}

/** Looks at one play after the other, and keeps the one that it would make. */
export interface Chooser {
  look(found: FoundPlay): void;
  /** Nothing where there was none. */
  chosen(): readonly Placement[] | undefined;
}

/** What tells one of these players from another. */
export type Strategy = (choice: Choice) => Chooser;
