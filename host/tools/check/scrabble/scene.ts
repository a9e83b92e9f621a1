import type { BoardFile } from '../../../games/scrabble/board/board-file.ts';
import type { BuiltInBoard } from '../../../games/scrabble/board/built-in-boards.ts';
import type { MoveError } from '../../../games/scrabble/judge/move-error.ts';
import type { RuleSetName } from '../../../games/scrabble/rule-sets.ts';
import type { TileSet } from '../../../games/scrabble/tiles/tile-set.ts';
import type { Placement } from '../../../games/scrabble/wire/messages.ts';
import type { Manner } from '../writer.ts';

/** A step as data: its setting, and what happens. */
export interface Scene {
  readonly name: string;
  readonly advice: string;
  readonly setting: Setting;
  readonly beats: readonly Beat[];
}

export interface Setting {
  readonly rules?: RuleSetName;
  readonly board?: BuiltInBoard | BoardFile;
  readonly tiles?: TileSet;
  /** Instead of the word list of the user: these, or all. */
  readonly words?: 'all' | readonly string[];
  readonly players?: number;
  /** The bot's; 1 where nothing is said. */
  readonly seat?: number;
  readonly first?: number;
  readonly names?: readonly string[];
  /** Never ready, so removed from the start. */
  readonly absent?: readonly number[];
  /** The bot's first tiles as letters, `?` for a blank; what it draws next, in this order; and how many there are. */
  readonly hand: string;
  readonly draws?: string;
  readonly bag?: number;
  /** Turns have no time limit. */
  readonly endless?: true;
  readonly manner?: Manner;
  /** Illegal plays that are no fault here: they only lose the turn. */
  readonly tolerated?: readonly MoveError['rule'][] | 'all';
}

export type Beat =
  /** The set-up, and the bot's ready. */
  | { readonly do: 'set-up' }
  /** The bot has nothing to say now. */
  | { readonly do: 'quiet' }
  | { readonly do: 'say'; readonly lines: readonly string[] }
  | Turn
  /** Its turn ends before it can answer. */
  | { readonly do: 'run-out' }
  /** Time for an answer that is late: it is dropped. */
  | { readonly do: 'late-answer' }
  | { readonly do: 'other'; readonly player: number; readonly does: Doing }
  /** Turn by turn, while the other passes, to the end of the bag. */
  | { readonly do: 'play-out' }
  | { readonly do: 'game-over' }
  | { readonly do: 'hang-up' };

export interface Turn {
  readonly do: 'turn';
  /** Without it the step cannot go on. */
  readonly wants?: 'play' | 'change';
  /** The move is legal, and refused with these lines all the same. */
  readonly refused?: (move: RefusedMove) => readonly string[];
}

export interface RefusedMove {
  readonly seat: number;
  /** Of a play. */
  readonly placements: readonly Placement[];
  /** Of a change. */
  readonly ids: readonly number[];
}

export type Doing =
  | { readonly plays: string }
  | { readonly fails: string }
  | { readonly changes: number }
  | 'passes'
  | 'times-out'
  | 'forfeits';
