import type { Introduction } from '../../games/scrabble/wire/greeting.ts';
import type { Move, Notice } from '../../games/scrabble/wire/messages.ts';
import type { Choice } from './strategy.ts';

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
