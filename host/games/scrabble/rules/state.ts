import type { Lexicon } from '../../../lexicon/lexicon.ts';
import type { Heard, Step } from '../../game.ts';
import type { LinePlayer, LineState } from '../../line-game/state.ts';
import type { Board } from '../board/board.ts';
import type { ScrabbleEvent } from '../events.ts';
import type { Position } from '../judge/position.ts';
import type { Options } from '../options.ts';
import type { RuleSet } from '../rule-sets.ts';
import type { Bag, Hand, RackLetters } from '../tiles/bag.ts';
import type { TileSet } from '../tiles/tile-set.ts';
import type { Message } from '../wire/messages.ts';

export interface Terms {
  readonly options: Options;
  readonly own: readonly (Options | undefined)[] | undefined;
  readonly rules: RuleSet;
  readonly board: Board;
  readonly tiles: TileSet;
  readonly lexicon: Lexicon | undefined;
  readonly handSize: number;
  readonly names: readonly string[];
  /** Uses the messages from before edition 3. */
  readonly brief: boolean;
  /** Cached, because each recorded move shows a hand. */
  readonly rackLetters: RackLetters;
}

export interface State extends LineState<Player> {
  readonly terms: Terms;
  readonly bag: Bag;
  readonly position: Position;
  readonly history: History;
}

/** Facts that decide about the end of a game. */
export interface History {
  /** Completed turns of all players. */
  readonly turns: number;
  /** The number of last turns without a changed score. */
  readonly scoreless: number;
  /** The number of last turns without an accepted play. */
  readonly playless: number;
  readonly pointlessBefore: boolean;
  readonly pointless: boolean;
}

export interface Player extends LinePlayer {
  readonly hand: Hand;
}

export type ScrabbleStep = Step<State, ScrabbleEvent>;
export type HeardMove = Heard<Message>;
