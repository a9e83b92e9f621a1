import type { HeldTiles, JudgingTerms } from '../../games/scrabble/judge/judgement.ts';
import type { Position } from '../../games/scrabble/judge/position.ts';
import type { FoundPlay } from '../../games/scrabble/moves/search-plays.ts';
import type { Introduction } from '../../games/scrabble/wire/greeting.ts';
import type { Move, Notice, Placement } from '../../games/scrabble/wire/messages.ts';
import type { Chance } from '../chance.ts';

export interface Choice {
  readonly terms: JudgingTerms;
  readonly position: Position;
  readonly held: HeldTiles;
  readonly inBag: number;
  /** Our number, from 1. */
  readonly player: number;
  readonly scores: readonly number[];
  /** The number of consecutive turns without points. */
  readonly scoreless: number;
  readonly chance: Chance;
}

/** Looks at all plays and keeps the one that it would make. */
export interface Chooser {
  look(found: FoundPlay): void;
  /** The points that a play must bring at least, including those of `beside`. */
  readonly least?: number;
  /** The most that can count beside the points of a play, by the number of tiles it lays. Read once. */
  readonly beside?: readonly number[];
  /** A play or another move. Undefined exchanges all tiles if the rules and the bag allow it, else passes. */
  chosen(): readonly Placement[] | Move | undefined;
}

/** Called in each turn. */
export type Strategy = (choice: Choice) => Chooser;

/** Decides each move in its own way and time, such as another program. It gets no list of plays. */
export interface Mover extends Disposable {
  /**
   * Returns a move, or a sentence if it cannot play on. `until` is the end of the turn by
   * `performance.now()`. It is called again only after its answer, or when the turn has run out.
   */
  move(choice: Choice, until: number): Promise<Move | string>;
  /** Called with each message of the host. */
  heard?(notice: Notice): void;
  /** Runs at the end of the game or of the program. The host waits no longer than its grace. */
  finish?(choice: Choice): Promise<void>;
}

/** Called once before the game. Returns the mover, or a sentence if it cannot play. */
export type OpenMover = (told: Introduction, choice: Choice) => Promise<Mover | string>;
