import type { MissReason } from '../../../games/boggle/judge-guess.ts';
import type { Rules } from '../../../games/boggle/options.ts';
import type { LineSetting } from '../lines/checked-line-game.ts';
import type { LineAction } from '../lines/line-actions.ts';

/** A step as data: its setting, and what happens. */
export interface Scene {
  readonly name: string;
  readonly advice: string;
  readonly setting: Setting;
  readonly actions: readonly Action[];
}

export interface Setting extends LineSetting {
  readonly rules: Rules;
  /** As after `--board`. */
  readonly board?: string;
  /** Instead of the word list of the user. */
  readonly words?: readonly string[];
  /** Of the whole game. */
  readonly turns?: number;
  /** Guesses that miss are no fault here, in turns; among the classic rules they never are. */
  readonly tolerated?: true;
}

export type Action =
  | LineAction
  | { readonly do: 'start' }
  | Turn
  | { readonly do: 'other'; readonly player: number; readonly does: Doing }
  /** Classic: its guesses, until it is done or has nothing more to say. */
  | HearOut
  /** Classic: what everybody found, and the end. */
  | { readonly do: 'time-up' };

export interface Turn {
  readonly do: 'turn';
  /** Without a guess the step cannot go on. */
  readonly wants?: 'guess';
  /** The guess is right, and missed for this all the same. */
  readonly missed?: MissReason | 'moonisfull';
}

export interface HearOut {
  readonly do: 'hear-out';
  /** One of its guesses is right; or it may say nothing at all. */
  readonly wants?: 'word' | 'nothing';
}

/** `finds` so many words, the longest that nobody has found; or leaves so many. */
export type Doing =
  | { readonly finds: number }
  | { readonly leaves: number }
  | { readonly misses: MissReason }
  | 'passes'
  | 'times-out'
  | 'forfeits';
