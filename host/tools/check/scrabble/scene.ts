import type { BoardFile } from '../../../games/scrabble/board/board-file.ts';
import type { BuiltInBoard } from '../../../games/scrabble/board/built-in-boards.ts';
import type { MoveError } from '../../../games/scrabble/judge/move-error.ts';
import type { RuleSetName } from '../../../games/scrabble/rule-sets.ts';
import type { TileSet } from '../../../games/scrabble/tiles/tile-set.ts';
import type { Placement } from '../../../games/scrabble/wire/messages.ts';
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
  readonly rules?: RuleSetName;
  readonly board?: BuiltInBoard | BoardFile;
  readonly tiles?: TileSet;
  /** Instead of the word list of the user: these, or all. */
  readonly words?: 'all' | readonly string[];
  readonly first?: number;
  /** The bot's first tiles as letters, `?` for a blank; what it draws next, in this order; and how many there are. */
  readonly hand: string;
  readonly draws?: string;
  readonly bag?: number;
  /** What to do about an illegal move, if the advice of the step is about something else. */
  readonly ifIllegal?: string;
  /** Illegal plays that are no fault here: they only lose the turn. */
  readonly tolerated?: readonly MoveError['rule'][] | 'all';
}

export type Action =
  | LineAction
  | Turn
  | { readonly do: 'other'; readonly player: number; readonly does: Doing };

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
