import type { Key } from '../core/chance.ts';
import type { Reading } from '../core/reading.ts';
import type { Nanos, Seat } from '../core/units.ts';
import type { Lexicon } from '../lexicon/lexicon.ts';
import type { EventsWith, OwnEvent } from './events.ts';
import type { OptionTable, OptionValues } from './kit/option.ts';

/** Everything that views know of a game. */
// biome-ignore lint/suspicious/noExplicitAny: views serve every game, and know none of their events
export interface Presentation<Event extends OwnEvent = any> extends InWords<Event> {
  picture(seats: number): Picture<Event>;
  /**
   * The public part of an event, without hands, by the options of the match: values, or texts of a record. Omitted in
   * games with open information.
   */
  publicEvent?(event: Event, options: Readonly<Record<string, unknown>>): Event | undefined;
  /** Formats of other programs, by name. */
  readonly forms?: Readonly<Record<string, WrittenForm<Event>>>;
}

/** A game in words. */
// biome-ignore lint/suspicious/noExplicitAny: as above
export interface InWords<Event extends OwnEvent = any> {
  /** Figures of each player with headings. `score` allows `--require` with `score` and `margin`. */
  readonly figures: Readonly<Record<string, string>>;
  readonly reasons: Readonly<Record<string, string>>;
  /** Rules of offenses about a word that is not in the list. */
  readonly wordRules?: readonly string[];
  /** A reason why a silent player may not be ready, as a sentence. */
  readonly unready?: string;
  /** A reason why a player may not answer, as a part of a sentence. */
  readonly overlooked?: string;
  /** The reason of an end by time, if silence is allowed. */
  readonly timeUp?: string;
  /** Describes an event without its player: `peels 003`. Undefined for an event that is not shown. */
  describe(event: Event): string | undefined;
}

/** Folds events into a picture for terminal, page and image. */
// biome-ignore lint/suspicious/noExplicitAny: as above
export interface Picture<Event extends OwnEvent = any> {
  /** Returns the changed panel, if the move is worth a drawing. */
  take(event: EventsWith<Event>): Panel | undefined;
  panels(): readonly Panel[];
  /** Lines of the last event in a list of moves. Without lines, its sentence is listed. */
  moves?(): readonly MoveLine[];
  /** The tiles that a move in words adds to the board. */
  laid?(move: string): readonly LaidTile[];
}

/** A line of a list of moves, in columns. */
export interface MoveLine {
  readonly seat: Seat;
  /** The position where it begins, or its number. */
  readonly at?: string;
  readonly word: string;
  /** Why it brought nothing, or by what it was late. */
  readonly note?: string;
  readonly points?: number;
  /** All points, or tiles, after it. */
  readonly total?: number;
}

export interface LaidTile {
  /** Row by row from 0. */
  readonly cell: number;
  readonly letter: string;
}

export interface Panel {
  /** Undefined: it belongs to all players. */
  readonly seat: Seat | undefined;
  readonly caption: string;
  /**
   * A character per cell, or a list of texts. A space is outside, `.` a free square, `#` no square, a sign of
   * the legend a free square of its kind, and anything else a tile.
   */
  readonly rows: readonly (string | readonly string[])[];
  /** Cells of the last move, row by row from 0. */
  readonly fresh?: readonly number[];
  /** The cell of the first move, row by row from 0. */
  readonly start?: number;
  readonly isEmpty?: true;
  /** A path of cells, row by row from 0. Empty if a path is possible. */
  readonly path?: readonly number[];
  /** Names of columns and rows. Empty names are omitted. */
  readonly columnNames?: readonly string[];
  readonly rowNames?: readonly string[];
  /** The player's tiles, drawn without a grid or told after the caption. */
  readonly rack?: string;
  /** Tiles that the player holds beside its grid. */
  readonly loose?: string;
  /** Text about things that nobody holds yet, such as `12 in the bag`. */
  readonly stock?: string;
  /** Points of tiles by letter, at a corner of each tile. */
  readonly points?: Readonly<Record<string, number>>;
  /** The player's points, or another figure that decides. */
  readonly score?: number;
  /** The player's time, such as `4:12`. */
  readonly clock?: string;
  readonly legend?: readonly Sign[];
  /** The most important items come first, because space may be limited. */
  readonly list?: readonly string[];
  /** Items of the list that count for nothing, because others have them, too. */
  readonly struck?: readonly string[];
}

export interface Sign {
  readonly sign: string;
  readonly meaning: string;
  /** In words on a square, such as `2L`. */
  readonly label?: string;
  /** The value from 1 to 4, with a terminal color each. 0: unknown. */
  readonly weight: 0 | 1 | 2 | 3 | 4;
}

/** A format of other programs for this game. */
export interface WrittenForm<Event extends OwnEvent> {
  /** For example `game in GCG`. */
  readonly what: string;
  /** Every file of this format begins with it. */
  readonly beginning: string;
  /** Writes a record. `exact` uses this host's own way where other programs differ. */
  write(events: readonly EventsWith<Event>[], style: FormStyle): Writing;
}

interface FormStyle {
  readonly exact: boolean;
  /** A note for the event of this index from 0. */
  readonly noteOn?: (index: number) => string | undefined;
}

type Writing = Reading<{ text: string }>;

/** Reads a game from elsewhere. */
export interface FormReader {
  readonly players: number;
  /** Options that the file does not have. */
  readonly options: OptionTable;
  read(bytes: Uint8Array, given: ReadingTerms): FormReading;
  /** Words of unchallenged plays that are not in the list. Empty if the file is wrong otherwise. */
  unlisted(bytes: Uint8Array, given: ReadingTerms): readonly string[];
}

export interface ReadingTerms {
  /** All options. Those in the file are ignored. */
  readonly options: OptionValues<OptionTable>;
  /** Undefined: all words are valid. */
  readonly lexicon: Lexicon | undefined;
  readonly keyOf: (seed: string) => Key;
  /** Refuses any contradiction, even without consequences. */
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

/** A game that can be replayed completely: each move has been judged. */
export interface GameRead {
  readonly seed: string;
  readonly players: readonly { readonly name: string; readonly command: string }[];
  /** Options of the file. */
  readonly options: OptionValues<OptionTable>;
  /** The first message of each player. */
  readonly hello: string;
  readonly moves: readonly MoveRead[];
  /** The name of the word list in the file. */
  readonly list?: string | undefined;
  /** Differences between record and file. */
  readonly notes: readonly string[];
}

interface MoveRead {
  readonly seat: Seat;
  /** The message with its line end. */
  readonly text: string;
  readonly took: Nanos;
}
