import type { Paint } from 'wordhost/terminal';
import type { HumanOptions } from './options.ts';
import type { Key } from './terminal/keys.ts';
import type { Shown, Size } from './terminal/screen.ts';

/** A game as one person sees and plays it. */
export interface Desk {
  /** The host has said this line. */
  hear(line: string): void;
  /** The host waits for this person. */
  readonly inTurn: boolean;
  pressed(key: Key): void;
  /** `isAlone`: nobody else looks at this terminal. Otherwise what is this person's own is hidden out of turn. */
  screen(size: Size, isAlone: boolean): Shown;
  /** What everybody may see, before this person says that nobody else looks. */
  cover(): readonly string[];
}

export interface DeskRequest {
  /** The set-up of the game. */
  readonly lines: readonly string[];
  readonly options: HumanOptions;
  readonly send: (text: string) => void;
  readonly paint: Paint;
}
