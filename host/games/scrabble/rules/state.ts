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

/** What is given from the beginning and does not change. */
export interface Terms {
  readonly options: Options;
  readonly own: readonly (Options | undefined)[] | undefined;
  readonly rules: RuleSet;
  readonly board: Board;
  readonly tiles: TileSet;
  readonly lexicon: Lexicon | undefined;
  readonly handSize: number;
  readonly names: readonly string[];
  /** Players are told what they were told before edition 3. */
  readonly brief: boolean;
  /** Made once: each move that is recorded shows a hand. */
  readonly rackLetters: RackLetters;
}

export interface State extends LineState<Player> {
  readonly terms: Terms;
  readonly bag: Bag;
  readonly position: Position;
  readonly history: History;
}

/** What the ends of a game are decided by. */
export interface History {
  /** Turns that are over, of all players. */
  readonly turns: number;
  /** So many of the last turns changed no score. */
  readonly scoreless: number;
  /** So many of the last turns were no play that stood. */
  readonly playless: number;
  /** The turn before the last brought no points. */
  readonly pointlessBefore: boolean;
  /** The last turn brought no points. */
  readonly pointless: boolean;
}

export interface Player extends LinePlayer {
  readonly hand: Hand;
}

export type ScrabbleStep = Step<State, ScrabbleEvent>;
export type HeardMove = Heard<Message>;
