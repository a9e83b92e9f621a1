import type { HeldTiles, JudgingTerms } from '../../games/scrabble/judge/judgement.ts';
import type { Position } from '../../games/scrabble/judge/position.ts';
import type { FoundPlay } from '../../games/scrabble/moves/search-plays.ts';
import type { Introduction } from '../../games/scrabble/wire/greeting.ts';
import type { Move, Notice, Placement } from '../../games/scrabble/wire/messages.ts';
import type { Chance } from '../chance.ts';

/** The situation of a choice. */
export interface Choice {
  readonly terms: JudgingTerms;
  readonly position: Position;
  readonly held: HeldTiles;
  /** How many tiles the bag holds. */
  readonly inBag: number;
  /** Whose move it is: our number, from 1. */
  readonly player: number;
  /** The points of all players, in the order of their numbers. */
  readonly scores: readonly number[];
  /** How many turns in a row have brought no points. */
  readonly scoreless: number;
  readonly chance: Chance;
}

/** Looks at all plays and keeps the one that it would make. */
export interface Chooser {
  look(found: FoundPlay): void;
  /** The points that a play must bring at least to be chosen, with what counts beside them; none: any. */
  readonly least?: number;
  /** By how many tiles are laid: what counts beside the points of a play, at most; none: nothing. Asked once. */
  readonly beside?: readonly number[];
  /** A play, or another move. None: a change of all tiles if the rules and the bag allow it, else a pass. */
  chosen(): readonly Placement[] | Move | undefined;
}

/** The difference between players: asked in each turn. */
export type Strategy = (choice: Choice) => Chooser;

/** Decides each move in its own way and time, such as another program: nothing is searched for it. */
export interface Mover extends Disposable {
  /**
   * Its move, or a sentence why it cannot play on. `until`: when the time of the turn is over, by `performance.now()`. It is not
   * asked again before it has answered, unless the turn has run out.
   */
  move(choice: Choice, until: number): Promise<Move | string>;
  /** Told of each message of the host. */
  heard?(notice: Notice): void;
  /** What is still to be done when the game is over, or the host ends the program: it waits for that, and the host no longer than its grace. */
  finish?(choice: Choice): Promise<void>;
}

/** Asked once, before the game: the mover, or a sentence why it cannot play it. `choice` is what is known before the first turn. */
export type OpenMover = (told: Introduction, choice: Choice) => Promise<Mover | string>;
