import type { Pace } from '../../games/game.ts';
import type { MoveLine, Panel } from '../../games/presentation.ts';

/** A game on the site as one viewer may see it. The API, the events and the pages have no other source. */
export interface GameView {
  readonly key: string;
  /** The name of the game. */
  readonly game: string;
  readonly state: 'open' | 'running' | 'over';
  /** Options that differ from those of the site. */
  readonly options: Readonly<Record<string, unknown>>;
  /** One at a time, a race, or all at once without hearing of each other. */
  readonly pace: Pace;
  readonly seats: readonly SeatView[];
  /** The viewer's own seat. Undefined for a watcher. */
  readonly you?: number;
  /** Seats that are asked for a move. In a race it is each seat that plays; in a hidden game only the viewer's own. */
  readonly due: readonly number[];
  /** The public drawing. After the game it has the tiles of all players. */
  readonly panels: readonly Panel[];
  /** All moves of the game, in order. */
  readonly moves: readonly MoveView[];
  /** The viewer's own tiles and what else its game tells it alone. Its shape belongs to the game. */
  readonly hand?: unknown;
  readonly end?: EndView;
  /** The key of the game that its players play next. Watchers do not learn it. */
  readonly next?: string;
  /** It grows with each change that the viewer sees. */
  readonly version: number;
}

export interface SeatView {
  readonly seat: number;
  readonly name: string;
  readonly is: 'person' | 'bot' | 'open';
  /** Milliseconds that are left of its time, or of the game, and whether they run now. Undefined without a clock. */
  readonly clock?: { readonly leftMs: number; readonly runs: boolean };
  /** A person without a connection has not been seen for this time. */
  readonly awayMs?: number;
  /** The time from the server to the page and back. Only of people. */
  readonly roundTripMs?: number;
}

export interface MoveView {
  readonly seat?: number;
  /** What has happened, without the player. */
  readonly words: string;
  readonly lines: readonly MoveLine[];
}

export interface EndView {
  readonly reason: string;
  /** Who has won and why, in a sentence. */
  readonly sentence: string;
  readonly winners: readonly number[];
  readonly scores: readonly number[];
}

/** An answer to a move, or to a check of one. */
export type MoveAnswer =
  /** What the move brings, in words and, where a game has them, in points. */
  | { readonly ok: true; readonly brings: string; readonly points?: number }
  /** Nothing has changed. */
  | {
      readonly ok: false;
      readonly problem: string;
      /** The words that are not in the list, if its words were judged. */
      readonly words?: readonly string[];
    };

/**
 * `view` is the whole view, sent first and again to a reader that was slow. `change` has what differs: the
 * version, fields with new values, moves since the last version, and panels as `changesBetween` writes them.
 */
export type GameEvent =
  | { readonly name: 'view'; readonly data: GameView }
  | { readonly name: 'change'; readonly data: ViewChange };

export interface ViewChange extends Partial<Omit<GameView, 'panels' | 'moves' | 'key' | 'game'>> {
  readonly version: number;
  readonly newMoves: readonly MoveView[];
  readonly changes: readonly (readonly [panel: number, fields: Readonly<Record<string, unknown>>])[];
}
