import type { Paint } from 'wordhost/terminal';
import type { HumanOptions } from './options.ts';
import type { Key } from './terminal/keys.ts';
import type { Shown, Size } from './terminal/screen.ts';

/** For those who type `quit` or Ctrl-D. */
export const howToLeave = 'Type forfeit to leave the game, or press Ctrl-C to end it.';

/** A person of `wordhost play` is called You. */
export const ownName = (name: string): string => (name === 'You' ? name : `${name} (you)`);

/** A game as one person sees and plays it. */
export interface Desk {
  /** The host has said this, without the end of the line or of the message. */
  hear(message: string): void;
  /** The host waits for this person. */
  readonly inTurn: boolean;
  /** All play at the same time, so the terminal cannot be handed on. */
  readonly isLive?: boolean;
  /** The person has left the game, which the wire has no message for. */
  readonly hasLeft?: boolean;
  pressed(key: Key): void;
  /** `isAlone`: nobody else looks at this terminal. Otherwise what is this person's own is hidden out of turn. */
  screen(size: Size, isAlone: boolean): Shown;
  /** What everybody may see, before this person says that nobody else looks. */
  cover(): readonly string[];
}

export interface DeskRequest {
  /** The set-up of the game, where the host tells one. */
  readonly lines: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
  readonly options: HumanOptions;
  readonly send: (text: string) => void;
  readonly paint: Paint;
}
