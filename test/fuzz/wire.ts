import type { Nanos } from '../../host/core/units.ts';
import type { AnyGame, Scanned } from '../../host/games/game.ts';
import type { Lexicon } from '../../host/lexicon/lexicon.ts';
import type { Dice } from './dice.ts';

/** What one player wrote at one moment. */
export interface Said {
  readonly seat: number;
  readonly bytes: Buffer;
  /** So much time passes before it. */
  readonly waits?: Nanos;
}

/** A game that is in order as far as it goes: its table, and all that its players wrote. */
export interface Conversation {
  readonly key: number;
  readonly seats: number;
  readonly options: Readonly<Record<string, unknown>>;
  readonly said: readonly Said[];
}

export type Damage = (said: Said[], dice: Dice) => void;

/** All that the fuzzer must know of how one game is played over pipes. */
export interface Wire {
  readonly game: AnyGame;
  readonly lexicon: Lexicon | undefined;
  conversation(dice: Dice): Conversation;
  /** Options under which the same bytes come to something else. */
  moods(dice: Dice): Readonly<Record<string, unknown>>;
  /** Events of these types say that a message was taken as it was meant, one for each. */
  readonly taken: readonly string[];
  /** Bytes that mean something on this wire, or nearly. */
  readonly telling: Buffer;
  /** How a message goes wrong on this wire alone. */
  readonly damages: readonly Damage[];
  /** Throws where what was scanned is more than the host may keep of it. */
  assertBounded(found: Scanned<unknown>): void;
  /** What a player may say for ever before it comes to a cap. */
  readonly endless: Readonly<Record<string, Conversation & { readonly again: Said }>>;
}
