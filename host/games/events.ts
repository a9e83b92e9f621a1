import {
  anyOf,
  byName,
  type Fields,
  listOf,
  noted,
  number,
  object,
  oneOf,
  optional,
  orNull,
  type Shape,
  seat,
  text,
  type ValuesOf,
  whole,
} from '../core/shape.ts';
import type { Seat } from '../core/units.ts';
import {
  byteRange,
  cause,
  exitCode,
  exitSignal,
  files,
  matchId,
  memoryLimit,
  mirrored,
  offenceFields,
  playerSeed,
  processor,
  type Result,
  rejudged,
  sandboxName,
  scheduling,
  seedHash,
  usageFields,
} from './kit/result-fields.ts';
import type { ByteRange } from './kit/verdict.ts';

/** The fields of a type of event, in one or two forms. */
export type EventForms = Fields | readonly [Fields, Fields];

/** The events of a game. Types, reader and schema follow from it. */
export type EventTable = Readonly<Record<string, EventForms>>;

export type EventOf<Table extends EventTable> = {
  [Type in keyof Table & string]: { readonly type: Type } & FormOf<Table[Type]>;
}[keyof Table & string];

type FormOf<Form extends EventForms> = Form extends Fields
  ? ValuesOf<Form>
  : Form extends readonly [infer One extends Fields, infer Other extends Fields]
    ? (ValuesOf<One> & Without<Other, One>) | (ValuesOf<Other> & Without<One, Other>)
    : never;

type Without<Absent extends Fields, Present extends Fields> = {
  readonly [Name in Exclude<keyof Absent, keyof Present>]?: undefined;
};

export interface OwnEvent {
  readonly type: string;
  readonly seat?: number | undefined;
}

/** No game has this type, so the compiler refuses shared code that names an event. */
export type OpaqueEvent =
  | { readonly type: OpaqueType; readonly seat: number; readonly bytes?: ByteRange }
  | { readonly type: OpaqueType };

type OpaqueType = `a game's own: ${string}`;

const dictionary = anyOf(
  object({ name: text(), sha256: text(/^[\da-f]{64}$/, 'a SHA-256 in hexadecimal'), words: whole(0) }),
  object({ name: oneOf('none') }),
);

const player = object({
  seat,
  entry: whole(1),
  name: text(),
  command: text(),
  processor,
  options: optional(noted('options of the game that only this player had', byName(text()))),
});

/** Observations, which cannot be computed again. */
export const facts = {
  game: {
    wordhost: oneOf(1),
    version: text(),
    edition: optional(noted('edition of the rules for reading and writing messages; 1 if missing', whole(1))),
    id: matchId,
    game: text(),
    seed: text(),
    'seed-hash': seedHash,
    playerSeed,
    mirrored,
    rejudged,
    startedAt: text(),
    options: byName(orNull(text())),
    dictionary,
    players: listOf(player, 1),
    host: object({ node: text(), platform: text(), cpus: whole(0) }),
  },
  spawn: { seat, sandbox: sandboxName, memory: optional(memoryLimit) },
  in: [
    { seat, text: text(/^[\x20-\x7e\n]*$/, 'printable ASCII and newlines') },
    { seat, hex: text(/^[\da-f]+$/, 'bytes in hexadecimal') },
  ],
  gone: { seat, cause, code: exitCode, signal: exitSignal, problem: optional(text()) },
  caught: { seat, offence: object(offenceFields) },
  spent: { seat, cpu: noted('nanoseconds of processor time in this turn', whole(0)) },
  stderr: {
    seat,
    lines: noted('lines of the standard error of the player that were read at this time', listOf(text(), 1)),
    leftOut: optional(noted('number of bytes before them, which are not in the record', whole(1))),
  },
  interrupt: { why: optional(text()) },
  signal: { signal: oneOf('SIGTERM', 'SIGKILL'), to: seat },
  exit: {
    seat,
    code: exitCode,
    signal: exitSignal,
    killed: oneOf(true, false),
    ...usageFields,
    scheduling,
    survivors: optional(whole(1)),
    stderr: optional(
      noted(
        'the end of the standard error of a player that left before the end of the game',
        listOf(text(), 1),
      ),
    ),
    files,
  },
  load: { loopDelayMs: number(0) },
  'turn-load': {
    seat,
    k: whole(1),
    waitMs: orNull(number(0)),
    cpuMs: orNull(number(0)),
    givenMs: number(0),
    loopDelayMs: number(0),
  },
  unfinished: { seat, what: noted('description of the incomplete message', text()) },
  // The reader adds the fields of the game.
  end: { result: { is: 'fields', fields: {} } as Shape<Result> },
} as const satisfies EventTable;

/** Decisions of the rules in any game. */
export const decisions = {
  ready: { seat, dialect: optional(text()), bytes: byteRange },
  out: {
    seat,
    text: text(),
    gate: optional(whole(0)),
    order: optional(listOf(seat)),
    unpolled: optional(oneOf(true)),
    clock: optional(noted('true if the clock of this player starts', oneOf(true))),
  },
  offence: { seat, ...offenceFields, bytes: optional(byteRange) },
  left: { seat, cause },
} as const satisfies EventTable;

/** An event in memory has the bytes that were read. */
interface ReadEvent {
  readonly type: 'in';
  readonly seat: Seat;
  readonly data: Uint8Array;
}

/** The first event of a record. */
export type Header = Omit<EventOf<typeof facts> & { readonly type: 'game' }, 'type'>;

/** Events of the host in every game. */
export type PlatformEvent =
  | Exclude<EventOf<typeof facts>, { readonly type: 'in' }>
  | ReadEvent
  | EventOf<typeof decisions>;

/** A departure that no rule of the game caused. */
export type DepartureEvent = PlatformEvent & { readonly type: 'offence' | 'left' };

export function isPlatformEvent(event: OwnEvent): event is PlatformEvent {
  return Object.hasOwn(facts, event.type) || Object.hasOwn(decisions, event.type);
}

/** All events of a game. */
export type EventsWith<Own extends OwnEvent> = Own | PlatformEvent;
