import type { AnyGame } from '../../../host/games/game.ts';
import type { Lexicon } from '../../../host/lexicon/lexicon.ts';
import type { Dice } from '../../fuzz/dice.ts';

/** A game, and what the suite has to know to play it by chance. */
export interface GameSubject {
  readonly game: AnyGame;
  readonly lexicon: Lexicon | undefined;
  /** Where it is tried: small tables, at which games come to their end. Together they can have all events of the game. */
  readonly tables: readonly ChanceTable[];
  /** Sits at one of them: it does what it may, and sometimes what it may not. */
  speaker(dice: Dice): Speaker;
  /** How many tiles there are: in hands, on the board and in the bag. Only a player that is removed may take some along. */
  readonly tilesIn?: (state: never) => number;
}

export interface ChanceTable {
  readonly seats: number;
  /** Those options that are not at their defaults. */
  readonly options?: Readonly<Record<string, unknown>>;
  /** By seat, what a player has of its own. */
  readonly own?: readonly (Readonly<Record<string, unknown>> | undefined)[];
}

export interface Speaker {
  /** By which it is ready. */
  readonly ready: string;
  hears(text: string): void;
  /** Its next message, as bytes of latin1. */
  says(): string;
}
