import type { Key } from '../core/chance.ts';
import type { Nanos, Seat } from '../core/units.ts';
import type { Lexicon } from '../lexicon/lexicon.ts';
import type { OwnEvent } from './event.ts';
import type { OptionTable, OptionValues } from './kit/option.ts';
import type { EventsWith } from './platform-events.ts';

/** A form of its own in which programs of others read this game. */
export interface WrittenForm<Event extends OwnEvent> {
  /** What a file of it is: `game in GCG`. */
  readonly what: string;
  /** How each begins that is written here. */
  readonly beginning: string;
  /** From all events of a record. `exact`: as this host has it, also where other programs have another way. */
  write(events: readonly EventsWith<Event>[], style: { readonly exact: boolean }): Writing;
}

export type Writing =
  | { readonly ok: true; readonly text: string }
  /** Why this game has no such form, and what has one. */
  | { readonly ok: false; readonly problem: string };

/** Reads such a file: a game that was played elsewhere. */
export interface FormReader {
  /** So many play in each. */
  readonly players: number;
  /** Options of the game that the file does not say. */
  readonly options: OptionTable;
  read(bytes: Uint8Array, given: ReadingTerms): FormReading;
}

export interface ReadingTerms {
  /** Of all options of the game; those that the file says are not asked for. */
  readonly options: OptionValues<OptionTable>;
  /** None: all words go. */
  readonly lexicon: Lexicon | undefined;
  readonly keyOf: (seed: string) => Key;
}

export type FormReading =
  | { readonly ok: true; readonly game: GameRead }
  /** Lines and columns count from 1. */
  | {
      readonly ok: false;
      readonly line: number;
      readonly column?: number | undefined;
      readonly problem: string;
    };

/** A game that can be played again from its first message to its last: each of its moves has been judged. */
export interface GameRead {
  readonly seed: string;
  /** By seat. */
  readonly players: readonly { readonly name: string; readonly command: string }[];
  /** What the file says of them. */
  readonly options: OptionValues<OptionTable>;
  /** What each player writes when it is ready. */
  readonly hello: string;
  readonly moves: readonly MoveRead[];
  /** The word list that it was played with, as the file calls it. */
  readonly list?: string | undefined;
  /** What the record has otherwise than the file, and what is missing. */
  readonly notes: readonly string[];
}

export interface MoveRead {
  readonly seat: Seat;
  /** What the player writes, with its end of line. */
  readonly text: string;
  /** How long the player took. */
  readonly took: Nanos;
}
