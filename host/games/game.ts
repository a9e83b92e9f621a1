import type { Key } from '../core/chance.ts';
import type { Nanos, Seat } from '../core/units.ts';
import type { Lexicon } from '../lexicon/lexicon.ts';
import type { EventsWith, EventTable, OwnEvent } from './events.ts';
import type { OptionSpec, OptionTable, OptionValues } from './kit/option.ts';
import type { FigureFields } from './kit/result-fields.ts';
import type { ByteRange, Departure, Offence, Verdict } from './kit/verdict.ts';
import type { Presentation } from './presentation.ts';

/** `turns`: one at a time. `race`: the first has the advantage. `round`: order does not matter. */
export type Pace = 'turns' | 'race' | 'round';

/** Options that the host itself reads. */
export type GameOptions = OptionTable & {
  /** The output limit of a player, which the referee enforces. */
  readonly 'max-output': Option<'size'> & { readonly default: number };
  /** The processor time of a turn, which the host measures if there is a limit, and reports by `spent`. */
  readonly 'turn-cpu'?: Option<'duration'>;
};

type Option<Kind> = Extract<OptionSpec, { readonly kind: Kind }>;

/** The contract of a game: pure rules, wire and options. Time and chance are arguments. */
export interface Game<Table extends GameOptions, Prepared, State, Message, Event extends OwnEvent>
  extends Presentation<Event> {
  readonly name: string;
  pace(options: OptionValues<Table>): Pace;
  readonly seats: { readonly min: number; readonly max: number };
  readonly options: Table;

  /**
   * Whether a game needs a word list. `always`: the game has no words, and its commands take no word list.
   */
  readonly wordless: boolean | 'always';
  /** The letter that replaces each letter in this match, in the word list too. Undefined if the letters are as usual. */
  letters?(setup: Setup<Table>): ReadonlyMap<string, string> | undefined;
  /** Players get the word list as a KWG file, too, which engines read. */
  readonly kwg?: true;

  readonly events: EventTable;
  readonly results: FigureFields;
  /** Dialects that a player chooses with `ready`. Empty without a choice. */
  readonly dialects: readonly string[];

  /** Returns a sentence if these options exclude this number of seats. */
  unplayable(options: OptionValues<Table>, seats: number): string | undefined;

  /** Reads the bytes of a player. Each seat has its own scanner. */
  scanner(options: OptionValues<Table>, edition?: Edition): Scanner<Message>;
  /** Shortens a long message. */
  says(message: Message): string;

  /** Computes fixed values of a match, such as its board and its deal. Deterministic. */
  prepare(setup: Setup<Table>): Prepared;
  /** The text for a seat before it is ready. */
  greet(prepared: Prepared, seat: Seat): string;

  open(prepared: Prepared, present: readonly Present[], at: Nanos): Step<State, Event>;
  hear(state: State, heard: Heard<Message>): Step<State, Event>;
  leave(state: State, seat: Seat, departure: Departure, at: Nanos): Step<State, Event>;
  /** The time of the alarm has come. */
  wake(state: State, at: Nanos): Step<State, Event>;
  /** The time limit of the game is reached, or the user has interrupted it. */
  halt(state: State, why: 'game-timeout' | 'interrupted', at: Nanos): Step<State, Event>;
  /** The seat's clock runs from the write of this text. */
  clockStarts(state: State, seat: Seat, at: Nanos): State;
  /** The processor time of a seat's turn, in games with `turn-cpu`, if it may be too much. */
  spent(state: State, seat: Seat, cpu: Nanos, at: Nanos): Step<State, Event>;
  /** The time at which the rules act without a message. */
  alarm(state: State): Nanos | undefined;

  /** The turn that ran out with this event, for which the host measures the machine. */
  turnRanOut?(event: EventsWith<Event>): LateTurn | undefined;
  /** The judged move of an event. */
  judgedMove?(event: EventsWith<Event>): JudgedMove | undefined;
  /** Counts the figures of results by events. */
  tally(seats: number): Tally<Event>;
  /** The position of each seat, for examples of refused moves. */
  situations?(seats: number): Situations<Event>;
}

/** Any game, for code of every game. */
// biome-ignore lint/suspicious/noExplicitAny: each game's own types are known only inside it
export type AnyGame = Game<any, any, any, any, any>;

/** Games by name. The command line or the user of the library passes them to all readers of records. */
export type Games = Readonly<Record<string, AnyGame>>;

export type EventsOf<Known extends Games> = OwnEventOf<Known[keyof Known]>;

// biome-ignore lint/suspicious/noExplicitAny: of all that a game is, its events alone are asked for
type OwnEventOf<Played> = Played extends Game<any, any, any, any, infer Event> ? Event : never;

/** Accepts untrusted names. */
export function gameNamed(games: Games, name: string): AnyGame | undefined {
  return Object.hasOwn(games, name) ? games[name] : undefined;
}

/**
 * The version of reading and telling. Records have it, so that old games are judged as before. It rises when
 * a game reads messages differently, or tells players more.
 */
type Edition = number;
export const edition: Edition = 3;
/** The edition of records without one. */
export const firstEdition: Edition = 1;

export interface Setup<Table extends OptionTable = OptionTable> {
  /** Names by seat, of absent players too. */
  readonly names: readonly string[];
  readonly options: OptionValues<Table>;
  /** Options of single players, by seat. */
  readonly own?: readonly (OptionValues<Table> | undefined)[] | undefined;
  /** Undefined if all words are valid. */
  readonly lexicon: Lexicon | undefined;
  readonly key: Key;
  /** True if the match is played in each seating. A seat's draws then depend little on the other seats, so that luck cancels out. */
  readonly mirrored?: boolean;
  /** The default is the newest. */
  readonly edition?: Edition;
  /** Derives the key of another seed. */
  readonly keyOf: (seed: string) => Key;
}

/** A ready seat and the dialect that it chose. */
export interface Present {
  readonly seat: Seat;
  readonly dialect: string | undefined;
}

export interface Heard<Message> {
  readonly seat: Seat;
  readonly message: Message;
  /** The time of the read with its last byte. */
  readonly at: Nanos;
  readonly bytes: ByteRange;
}

// biome-ignore lint/suspicious/noExplicitAny: code that serves every game knows none of their events
export interface Step<State, Event extends OwnEvent = any> {
  readonly state: State;
  readonly effects: readonly Effect<Event>[];
}

/** Requests of the rules. The loop executes them, and a replay compares them. */
// biome-ignore lint/suspicious/noExplicitAny: as above
export type Effect<Event extends OwnEvent = any> =
  /** `clock` starts the seat's time with this write. `isRest`: it is what is left of the time of a turn. */
  | {
      readonly do: 'tell';
      readonly seat: Seat;
      readonly text: string;
      readonly clock?: true;
      readonly isRest?: true;
    }
  /** Writes to several seats back to back in this order. */
  | {
      readonly do: 'gate';
      readonly tells: readonly { readonly seat: Seat; readonly text: string }[];
      /** The seat whose message opened it. */
      readonly by?: Seat;
    }
  /** `noEffect`: the message changed nothing. A flood consists of such messages. */
  | { readonly do: 'record'; readonly event: EventsWith<Event>; readonly noEffect?: true }
  /** Ends this player with SIGTERM, whatever the others do. */
  | { readonly do: 'dismiss'; readonly seat: Seat }
  | { readonly do: 'end'; readonly verdict: Verdict };

/** Turns bytes into messages. A player that breaks the wire has one fault, and nothing after it is read. */
export interface Scanner<Message> {
  /** Adds a read, after the previous one was taken completely. */
  feed(bytes: Uint8Array): void;
  /** Returns the next message, or undefined if it is incomplete. */
  take(): Scanned<Message> | undefined;
  /**
   * Describes an incomplete message without its subject: `wrote "pass" without a line end`. Undefined before
   * everything is taken, because the result would depend on the size of reads.
   */
  unfinished(): string | undefined;
}

export type Scanned<Message> =
  | {
      readonly kind: 'ready';
      readonly dialect: string | undefined;
      readonly bytes: ByteRange;
    }
  | { readonly kind: 'message'; readonly message: Message; readonly bytes: ByteRange }
  | { readonly kind: 'fault'; readonly offence: Offence; readonly bytes: ByteRange };

export interface LateTurn {
  readonly seat: Seat;
  readonly k: number;
  /** True for its clock, false for another limit such as processor time. */
  readonly byClock: boolean;
}

/** An accepted or refused move. */
export interface JudgedMove {
  readonly seat: Seat;
  /** Undefined for an accepted move. */
  readonly refusal?: Refusal | undefined;
}

export interface Refusal {
  /** One of a closed list, by which moves are counted. */
  readonly rule: string;
  /** The rule and its subject, as on the wire. */
  readonly why: string;
  /** A sentence for people, if `why` is none. */
  readonly sentence?: string;
  readonly move: string;
}

// biome-ignore lint/suspicious/noExplicitAny: as above
export interface Tally<Event extends OwnEvent = any> {
  take(event: EventsWith<Event>): void;
  game(): Readonly<Record<string, unknown>>;
  player(seat: Seat): Readonly<Record<string, unknown>>;
}

// biome-ignore lint/suspicious/noExplicitAny: as above
export interface Situations<Event extends OwnEvent = any> {
  take(event: EventsWith<Event>): void;
  /** Texts that the judge of the command line reads. */
  of(seat: Seat): Situation;
}

export interface Situation {
  /** Undefined for an empty or too large position. */
  readonly position?: string;
  readonly hand?: string;
}

/** Combines two steps and their effects in order. */
export function andThen<State, Event extends OwnEvent>(
  first: Step<State, Event>,
  next: (state: State) => Step<State, Event>,
): Step<State, Event> {
  const second = next(first.state);
  if (first.effects.length === 0) return second;
  return { state: second.state, effects: [...first.effects, ...second.effects] };
}

export function unchanged<State>(state: State): Step<State, never> {
  return { state, effects: [] };
}
