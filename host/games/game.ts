import type { Key } from '../core/chance.ts';
import type { Nanos, Seat } from '../core/units.ts';
import type { Lexicon } from '../lexicon/lexicon.ts';
import type { EventsWith, EventTable, OwnEvent } from './events.ts';
import type { OptionSpec, OptionTable, OptionValues } from './kit/option.ts';
import type { FigureFields } from './kit/result-fields.ts';
import type { ByteRange, Departure, Offence, Verdict } from './kit/verdict.ts';
import type { Presentation } from './presentation.ts';

/**
 * Whom players wait for. `turns`: for each other. `race`: for nobody, and the first has the advantage. `round`: for nobody,
 * and all messages before the end count alike.
 */
export type Pace = 'turns' | 'race' | 'round';

/** Options of a game that the host itself reads. */
export type GameOptions = OptionTable & {
  /** The bytes that a player may write in a game: the referee counts them. */
  readonly 'max-output': Option<'size'> & { readonly default: number };
  /** The processor time of a turn: the host measures it where there is a limit, and tells `spent`. */
  readonly 'turn-cpu'?: Option<'duration'>;
};

type Option<Kind> = Extract<OptionSpec, { readonly kind: Kind }>;

/**
 * The contract of a game: pure rules, its wire and its options, in one value.
 * No clock, no chance and no I/O in here: time comes with each input, chance from the key in the setup.
 */
export interface Game<Table extends GameOptions, Prepared, State, Message, Event extends OwnEvent>
  extends Presentation<Event> {
  readonly name: string;
  pace(options: OptionValues<Table>): Pace;
  readonly seats: { readonly min: number; readonly max: number };
  readonly options: Table;

  /** Can be played without a word list, where all words are valid; `always`: it has no words, so its commands take no word list. */
  readonly wordless: boolean | 'always';
  /** Its players are told of the word list as a KWG file, too, as engines read it; none: they are not. */
  readonly kwg?: true;

  /** What it notes besides what every game does. */
  readonly events: EventTable;
  /** What its results say besides what all results say. */
  readonly results: FigureFields;
  /** What a player may choose to speak when it is ready; empty where the wire has no choice. */
  readonly dialects: readonly string[];

  /** A sentence for the user when these options cannot be played with so many seats. */
  unplayable(options: OptionValues<Table>, seats: number): string | undefined;

  /** Reads what one player writes. Stateful, one for each seat. */
  scanner(options: OptionValues<Table>, edition?: Edition): Scanner<Message>;
  /** A message as it was sent, cut where it is long. */
  says(message: Message): string;

  /** All that is computed once for a match, such as its board and what is dealt; the same each time. */
  prepare(setup: Setup<Table>): Prepared;
  /** What a seat is sent as soon as it is started, before it is ready. */
  greet(prepared: Prepared, seat: Seat): string;

  /** The game begins, with those that are ready. */
  open(prepared: Prepared, present: readonly Present[], at: Nanos): Step<State, Event>;
  hear(state: State, heard: Heard<Message>): Step<State, Event>;
  leave(state: State, seat: Seat, departure: Departure, at: Nanos): Step<State, Event>;
  /** Time has come to the alarm. */
  wake(state: State, at: Nanos): Step<State, Event>;
  /** The host ends the game: its time limit is reached, or the user has interrupted it. */
  halt(state: State, why: 'game-timeout' | 'interrupted', at: Nanos): Step<State, Event>;
  /** What was told with a clock is written: this seat's time runs from here. */
  clockStarts(state: State, seat: Seat, at: Nanos): State;
  /**
   * What this seat has used of the processors since its clock started, as the host measured it. Told only where the
   * game has a limit of it (the option `turn-cpu`), and only what may be too much.
   */
  spent(state: State, seat: Seat, cpu: Nanos, at: Nanos): Step<State, Event>;
  /** When the rules want to be woken, if nothing is heard before. */
  alarm(state: State): Nanos | undefined;

  /** Whether this event says that a turn has run out. The host measures the machine in such a turn; none: no turns do. */
  turnRanOut?(event: EventsWith<Event>): LateTurn | undefined;
  /** What the rules made of a move, where this event is one; none: no event is. */
  judgedMove?(event: EventsWith<Event>): JudgedMove | undefined;
  /** What each seat did, from the events alone: the figures of its result. */
  tally(seats: number): Tally<Event>;
  /** What each seat has before it, for the example of a refused move; none: it is not told. */
  situations?(seats: number): Situations<Event>;
}

/** For code that serves every game alike. */
// biome-ignore lint/suspicious/noExplicitAny: each game's own types are known only inside it
export type AnyGame = Game<any, any, any, any, any>;

/** By their names. Handed from the command line, or from whoever uses the library, to all that reads records. */
export type Games = Readonly<Record<string, AnyGame>>;

/** What can happen in these games, and in no others. */
export type EventsOf<Known extends Games> = OwnEventOf<Known[keyof Known]>;

// biome-ignore lint/suspicious/noExplicitAny: of all that a game is, its events alone are asked for
type OwnEventOf<Played> = Played extends Game<any, any, any, any, infer Event> ? Event : never;

/** For names that come from outside. */
export function gameNamed(games: Games, name: string): AnyGame | undefined {
  return Object.hasOwn(games, name) ? games[name] : undefined;
}

/**
 * By which of our own ways messages are read and players told: it is in records, so that an old one is judged as it
 * was. To be raised when a game reads something otherwise than before, or tells players more.
 */
type Edition = number;
export const edition: Edition = 3;
/** Of records that do not say it. */
export const firstEdition: Edition = 1;

export interface Setup<Table extends OptionTable = OptionTable> {
  /** What players are called, by seat: all that were named, ready or not. */
  readonly names: readonly string[];
  readonly options: OptionValues<Table>;
  /** By seat, the options of those players that have some of their own; none: all play with the same. */
  readonly own?: readonly (OptionValues<Table> | undefined)[] | undefined;
  /** None where every word goes; only for games that allow it. */
  readonly lexicon: Lexicon | undefined;
  readonly key: Key;
  /** The same match is played by each in each seat: what a seat draws depends little on the others. */
  readonly mirrored?: boolean;
  /** Of the record that is judged again; where there is none, the newest. */
  readonly edition?: Edition;
  /** The key that another seed would be: for what is drawn from a seed of its own. */
  readonly keyOf: (seed: string) => Key;
}

/** A seat that is ready; the dialect is what it chose on the wire, where the wire has a choice. */
export interface Present {
  readonly seat: Seat;
  readonly dialect: string | undefined;
}

export interface Heard<Message> {
  readonly seat: Seat;
  readonly message: Message;
  /** When the read that held its last byte returned. */
  readonly at: Nanos;
  readonly bytes: ByteRange;
}

// biome-ignore lint/suspicious/noExplicitAny: code that serves every game knows none of their events
export interface Step<State, Event extends OwnEvent = any> {
  readonly state: State;
  readonly effects: readonly Effect<Event>[];
}

/** What the rules request. The loop carries it out; a replay only compares it. */
// biome-ignore lint/suspicious/noExplicitAny: as above
export type Effect<Event extends OwnEvent = any> =
  /** With `clock`: the seat's own time runs from the moment at which this was written. */
  | { readonly do: 'tell'; readonly seat: Seat; readonly text: string; readonly clock?: true }
  /** Several seats told at once, back to back, in this order. */
  | {
      readonly do: 'gate';
      readonly tells: readonly { readonly seat: Seat; readonly text: string }[];
      /** The seat whose message led to it. */
      readonly by?: Seat;
    }
  /** `noEffect`: the message changed nothing. A player that sends such messages without end floods. */
  | { readonly do: 'record'; readonly event: EventsWith<Event>; readonly noEffect?: true }
  /** This player's part is over: it is sent SIGTERM, whatever the others do. */
  | { readonly do: 'dismiss'; readonly seat: Seat }
  | { readonly do: 'end'; readonly verdict: Verdict };

/** Bytes to messages. A player that breaks the wire gets one fault, and nothing that it writes is read after it. */
export interface Scanner<Message> {
  /** What one read brought, once all of the read before has been taken. */
  feed(bytes: Uint8Array): void;
  /** The next message in it; none: the rest of it waits for more. */
  take(): Scanned<Message> | undefined;
  /**
   * What has come of a message that is not whole, without its subject: `wrote "pass" without a line end`. None while
   * there is something to take: it would depend on how much came in one read.
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
  /** The number of the turn. */
  readonly k: number;
  /** By its clock; else by another limit, such as that of processor time. */
  readonly byClock: boolean;
}

/** A move that stands, or one that the rules refused and the game went on. */
export interface JudgedMove {
  readonly seat: Seat;
  /** None: it stands. */
  readonly refusal?: Refusal | undefined;
}

export interface Refusal {
  /** One of a closed list: moves are counted by it. */
  readonly rule: string;
  /** The rule and what it is about, as on the wire. */
  readonly why: string;
  /** The same for people; undefined where `why` is a sentence. */
  readonly sentence?: string;
  /** The move as it was sent. */
  readonly move: string;
}

/** A fold over events. */
// biome-ignore lint/suspicious/noExplicitAny: as above
export interface Tally<Event extends OwnEvent = any> {
  take(event: EventsWith<Event>): void;
  /** What the result says of the game. */
  game(): Readonly<Record<string, unknown>>;
  /** What the result says of one player. */
  player(seat: Seat): Readonly<Record<string, unknown>>;
}

/** A fold over events. */
// biome-ignore lint/suspicious/noExplicitAny: as above
export interface Situations<Event extends OwnEvent = any> {
  take(event: EventsWith<Event>): void;
  /** Texts that the judge of the command line reads, where it has one. */
  of(seat: Seat): Situation;
}

export interface Situation {
  /** What lies; none: nothing does, or it is too much to tell. */
  readonly position?: string;
  /** What the player holds. */
  readonly hand?: string;
}

/** One step after another: the effects of both, in order. */
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
