import type { Nanos } from '../core/units.ts';
import {
  type EventsWith,
  isPlatformEvent,
  type OpaqueEvent,
  type OwnEvent,
  type PlatformEvent,
} from '../games/events.ts';
import type { Presentation } from '../games/presentation.ts';

/** An event as code sees it that serves every game: by name it knows those of the platform. */
export type SharedEvent = PlatformEvent | OpaqueEvent;

/** An event as it is in a record: of a game with these events of its own, or of any. */
export type Noted<Event extends OwnEvent = SharedEvent> = EventsWith<Event> & EventPosition;

/** One of whatever game. */
// biome-ignore lint/suspicious/noExplicitAny: who knows the game knows its events, and who does not may take them
export type NotedInAny = Noted<any>;

interface EventPosition {
  /** Its number, from 1. */
  readonly n: number;
  readonly t: Nanos;
  /** Of what was said: the numbers of the first and the last `in` event that it came in. */
  readonly in?: Reads;
}

/** The numbers of the first and the last `in` event that a message came in. */
export type Reads = readonly [first: number, last: number];

/** These events quote what a player wrote, was told or printed. */
const quotes: readonly string[] = [
  'in',
  'out',
  'caught',
  'unfinished',
  'stderr',
  'exit',
] satisfies PlatformEvent['type'][];

/** What a watcher may know of an event before its game is over: live pages are made of nothing else. */
export function publicEvent(
  game: Pick<Presentation, 'publicEvent'>,
  event: NotedInAny,
): NotedInAny | undefined {
  if (quotes.includes(event.type)) return undefined;
  return game.publicEvent && !isPlatformEvent(event) ? game.publicEvent(event) : event;
}

/** Something that is made from events, as they are recorded. */
export interface EventSink {
  take(event: NotedInAny): void;
}

/** By which a record is known: how its first line begins. */
export const RECORD_BEGINNING = '{"n":1,';

type Read = Noted & { readonly type: 'in' };

/** A read as small as this has no buffer before somebody asks for it, which takes five times as long as to copy it. */
export const LARGEST_WITHOUT_BUFFER = 64;

const printable = /^[\x20-\x7e\n]*$/;

/** One line of a record. What a player wrote is text if it is printable ASCII and LF, else hex. */
export function eventLine(noted: NotedInAny): string {
  const event: Noted = noted;
  return event.type === 'in' ? `${beforeRead(event)},${readAs(event.data)}}` : JSON.stringify(event);
}

function beforeRead({ n, t, type, seat }: Read): string {
  return `{"n":${n},"t":${t},"type":"${type}","seat":${seat}`;
}

function readAs(data: Uint8Array): string {
  const isCopied = data.length <= LARGEST_WITHOUT_BUFFER;
  const bytes = isCopied ? Buffer.from(data) : Buffer.from(data.buffer, data.byteOffset, data.length);
  const text = bytes.toString('latin1');
  return printable.test(text) ? `"text":${JSON.stringify(text)}` : `"hex":"${bytes.toString('hex')}"`;
}

/** The same line around the very bytes that were read. */
export interface LinePieces {
  readonly before: string;
  readonly bytes: Uint8Array;
  readonly after: string;
}

const LARGE = 4096;

/**
 * A large read in pieces, if nothing in it needs an escape: otherwise a flood fills the heap with texts faster
 * than they are collected.
 */
export function linePieces(event: Noted): LinePieces | undefined {
  if (event.type !== 'in') return undefined;
  const { data } = event;
  if (data.length < LARGE || !standsForItself(data)) return undefined;
  return { before: `${beforeRead(event)},"text":"`, bytes: data, after: '"}' };
}

const [QUOTE, BACKSLASH] = [0x22, 0x5c];

/** Hot path: a loop, because a function call for each byte of a flood takes ten times as long. */
function standsForItself(bytes: Uint8Array): boolean {
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index]!;
    if (byte < 0x20 || byte > 0x7e || byte === QUOTE || byte === BACKSLASH) return false;
  }
  return true;
}
