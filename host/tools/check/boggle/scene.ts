import type { MissReason } from '../../../games/boggle/judge-guess.ts';
import type { Rules } from '../../../games/boggle/options.ts';
import type { Manner } from '../writer.ts';

/** A step as data: its setting, and what happens. */
export interface Scene {
  readonly name: string;
  readonly advice: string;
  readonly setting: Setting;
  readonly beats: readonly Beat[];
}

export interface Setting {
  readonly rules: Rules;
  /** As after `--board`. */
  readonly board?: string;
  /** Instead of the word list of the user. */
  readonly words?: readonly string[];
  readonly players?: number;
  /** The bot's; 1 where nothing is said. */
  readonly seat?: number;
  readonly names?: readonly string[];
  /** Never ready, so removed from the start. */
  readonly absent?: readonly number[];
  /** Of the whole game. */
  readonly turns?: number;
  /** Turns have no time limit. */
  readonly endless?: true;
  readonly manner?: Manner;
  /** Guesses that miss are no fault here, in turns; among the classic rules they never are. */
  readonly tolerated?: true;
}

export type Beat =
  /** The set-up, and the bot's ready. */
  | { readonly do: 'set-up' }
  | { readonly do: 'start' }
  /** The bot has nothing to say now. */
  | { readonly do: 'quiet' }
  | { readonly do: 'say'; readonly lines: readonly string[] }
  | Turn
  /** Its turn ends before it can answer. */
  | { readonly do: 'run-out' }
  /** Time for an answer that is late: it is dropped. */
  | { readonly do: 'late-answer' }
  | { readonly do: 'other'; readonly player: number; readonly does: Doing }
  /** Turn by turn, while the other passes, to the last turn. */
  | { readonly do: 'play-out' }
  | { readonly do: 'game-over' }
  /** Classic: its guesses, until it is done or has nothing more to say. */
  | HearOut
  /** Classic: what everybody found, and the end. */
  | { readonly do: 'time-up' }
  | { readonly do: 'hang-up' };

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
