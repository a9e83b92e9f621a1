import type { Key } from '../core/chance.ts';
import type { Nanos, Seat } from '../core/units.ts';
import type { Lexicon } from '../lexicon/lexicon.ts';
import type { EventsWith, OwnEvent } from './events.ts';
import type { OptionTable, OptionValues } from './kit/option.ts';

/** What a game shows to people: all that a view knows of it. */
// biome-ignore lint/suspicious/noExplicitAny: views serve every game, and know none of their events
export interface Presentation<Event extends OwnEvent = any> extends InWords<Event> {
  /** What there is to look at, from the events alone. */
  picture(seats: number): Picture<Event>;
  /**
   * The part of an event that a watcher may know before the game is over: no hand, and no tile that is drawn or given back. Undefined:
   * nothing. A game in which all players know everything has no such function.
   */
  publicEvent?(event: Event): Event | undefined;
  /** What a record of it can be written as, by the names of these forms; none: it has none of its own. */
  readonly forms?: Readonly<Record<string, WrittenForm<Event>>>;
}

/** A game in words. */
// biome-ignore lint/suspicious/noExplicitAny: as above
export interface InWords<Event extends OwnEvent = any> {
  /**
   * What the result counts for each player, with its heading, in the order in which tables show it. `score` is points:
   * with it, `--require` takes `score` and `margin`.
   */
  readonly figures: Readonly<Record<string, string>>;
  /** Why it can end, besides what can end every game. */
  readonly reasons: Readonly<Record<string, string>>;
  /** Rules of its offences that are about a word which is not in the list. */
  readonly wordRules?: readonly string[];
  /** Why a player that has written nothing may not be ready, as a sentence; none: nothing of this game alone. */
  readonly unready?: string;
  /** Why a player may answer nothing, as a part of a sentence; none: nothing of this game alone. */
  readonly overlooked?: string;
  /** Why it ends where players may say nothing for all its time; none: it ends by what they say. */
  readonly timeUp?: string;
  /** One of its own events; without its player, whose name is printed before it: `peels 003`. None for an event that is not shown. */
  describe(event: Event): string | undefined;
}

/** A fold over events to something to look at: terminal, page and image draw it alike. */
// biome-ignore lint/suspicious/noExplicitAny: as above
export interface Picture<Event extends OwnEvent = any> {
  /** The answer is what a move has changed, where it is worth a drawing of its own. */
  take(event: EventsWith<Event>): Panel | undefined;
  /** What there is to draw now. */
  panels(): readonly Panel[];
}

/** A grid with its caption, and what is listed below it. */
export interface Panel {
  /** The player that it belongs to; none: it belongs to all. */
  readonly seat: Seat | undefined;
  readonly caption: string;
  /**
   * A text has a character for each cell; where a cell has several, they are listed. A space: nothing is there. `.`: a
   * free square. `#`: the board has none here. A sign of the legend: a free square of its kind. All else lies there.
   */
  readonly rows: readonly (string | readonly string[])[];
  /** The cells that the last move has filled, by their numbers, row by row from 0. */
  readonly fresh?: readonly number[];
  /** Nothing lies on it yet. */
  readonly isEmpty?: true;
  /** A way from cell to cell, by their numbers, row by row from 0; empty where there may be one, and is none yet. */
  readonly path?: readonly number[];
  /** What people call the columns and the rows; an empty name is not written. */
  readonly columnNames?: readonly string[];
  readonly rowNames?: readonly string[];
  /** The tiles that its player holds: drawn where there is no grid, or told after the caption. */
  readonly rack?: string;
  /** What signs in free cells mean. */
  readonly legend?: readonly Sign[];
  /** From what matters most on: there may not be room for all. */
  readonly list?: readonly string[];
}

export interface Sign {
  readonly sign: string;
  readonly meaning: string;
  /** How much it is worth, from 1 to 4: a terminal has a colour for each. 0: nobody knows. */
  readonly weight: 0 | 1 | 2 | 3 | 4;
}

/** A form of its own in which programs of others read this game. */
export interface WrittenForm<Event extends OwnEvent> {
  /** What a file of it is: `game in GCG`. */
  readonly what: string;
  /** How each begins that is written here. */
  readonly beginning: string;
  /** From all events of a record. `exact`: as this host has it, also where other programs have another way. */
  write(events: readonly EventsWith<Event>[], style: FormStyle): Writing;
}

interface FormStyle {
  readonly exact: boolean;
  /** What is said of a move beside it, by the place of its event from 0; none: nothing. */
  readonly noteOn?: (index: number) => string | undefined;
}

type Writing =
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
  /** Words that are not in the list, of plays that no one has challenged. Empty: the file cannot be read for another reason. */
  unlisted(bytes: Uint8Array, given: ReadingTerms): readonly string[];
}

export interface ReadingTerms {
  /** Of all options of the game; those that the file says are not asked for. */
  readonly options: OptionValues<OptionTable>;
  /** None: all words are valid. */
  readonly lexicon: Lexicon | undefined;
  readonly keyOf: (seed: string) => Key;
  /** A file that contradicts itself is refused, also where that changes nothing. */
  readonly strict: boolean;
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

interface MoveRead {
  readonly seat: Seat;
  /** What the player writes, with its end of line. */
  readonly text: string;
  /** How long the player took. */
  readonly took: Nanos;
}
