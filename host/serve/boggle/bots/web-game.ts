import type { Seat } from '../../../core/units.ts';
import type { Board } from '../../../games/boggle/board/board.ts';

/** A game of the web as bots see it. */
export interface WebGame {
  readonly key: string;
  readonly board: Board;
  /** Of the whole game, of both together. */
  readonly turns: number;
  /** By seat: the first begins. */
  readonly names: readonly string[];
  /** All that was played, in order: one for each turn that is used. */
  readonly played: readonly PlayedTurn[];
  readonly isOver: boolean;
}

/** What became of a turn. */
export type TurnUse =
  | { readonly is: 'guess'; readonly word: string }
  | { readonly is: 'pass' }
  | { readonly is: 'timeout' };

export type PlayedTurn = TurnUse & { readonly seat: Seat };

/** The games of the web, as far as bots need them: their moves are kept by the same service as those of people. */
export interface BotService {
  /** The keys of all games in which it is the turn of one of these. */
  gamesThatWait(names: readonly string[]): Promise<readonly string[]>;
  /** None: there is no such game. */
  game(key: string): Promise<WebGame | undefined>;
  /** Answers whether it counted: not if the game is over, or it is not their turn. */
  useTurn(key: string, name: string, use: TurnUse): Promise<boolean>;
  /** The other one has won. `why`: what it did, as a part of a sentence after its name. */
  forfeit(key: string, name: string, why: string): Promise<void>;
}
