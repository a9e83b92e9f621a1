import type { Paint } from 'wordhost/terminal';
import type { HumanOptions } from './options.ts';
import type { Key } from './terminal/keys.ts';
import type { Shown, Size } from './terminal/screen.ts';

/** Shown for `quit` and Ctrl-D. */
export const howToLeave = 'Type forfeit to leave the game, or press Ctrl-C to end it.';

/** A person of `wordhost play` is called You. */
export const ownName = (name: string): string => (name === 'You' ? name : `${name} (you)`);

/** A game as one person sees and plays it. */
export interface Desk {
  /** Takes a message without its end. */
  hear(message: string): void;
  /** The host waits for this person. */
  readonly inTurn: boolean;
  /** All play at the same time, so the terminal cannot be passed on. */
  readonly isLive?: boolean;
  /** The person has left in a game whose wire has no message for it. */
  readonly hasLeft?: boolean;
  pressed(key: Key): void;
  /** `isAlone`: nobody else looks at this terminal. Otherwise private parts are hidden out of turn. */
  screen(size: Size, isAlone: boolean): Shown;
  /** The public part, before this person confirms that nobody else looks. */
  cover(): readonly string[];
}

export interface DeskRequest {
  /** The set-up of the game, if the host sends one. */
  readonly lines: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
  readonly options: HumanOptions;
  readonly send: (text: string) => void;
  readonly paint: Paint;
}
