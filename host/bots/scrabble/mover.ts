import type { Introduction } from '../../games/scrabble/wire/greeting.ts';
import type { Move } from '../../games/scrabble/wire/messages.ts';
import type { Choice } from './strategy.ts';

/** Decides each move in its own way and time, such as another program: nothing is searched for it. */
export interface Mover extends Disposable {
  /**
   * Its move, or a sentence why it cannot play on. `until`: when the time of the turn is over, by `performance.now()`. It is not
   * asked again before it has answered, unless the turn has run out.
   */
  move(choice: Choice, until: number): Promise<Move | string>;
}

/** Asked once, before the game: the mover, or a sentence why it cannot play it. `choice` is what is known before the first turn. */
export type OpenMover = (told: Introduction, choice: Choice) => Promise<Mover | string>;
