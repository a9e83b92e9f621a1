import type { Nanos } from '../core/units.ts';
import {
  type EventsWith,
  isPlatformEvent,
  type OpaqueEvent,
  type OwnEvent,
  type PlatformEvent,
} from '../games/events.ts';
import type { Presentation } from '../games/presentation.ts';

/** An event as code for every game sees it. Only events of the platform have known names. */
export type SharedEvent = PlatformEvent | OpaqueEvent;

/** An event of a record, of one game or of any. */
export type Noted<Event extends OwnEvent = SharedEvent> = EventsWith<Event> & EventPosition;

/** An event of any game. */
// biome-ignore lint/suspicious/noExplicitAny: who knows the game knows its events, and who does not may take them
export type NotedInAny = Noted<any>;

interface EventPosition {
  readonly n: number;
  readonly t: Nanos;
  /** The first and the last `in` event of the message. */
  readonly in?: Reads;
}

export type Reads = readonly [first: number, last: number];

/** Events that quote what a player wrote, read or printed. */
const quotes: readonly string[] = [
  'in',
  'out',
  'caught',
  'unfinished',
  'stderr',
  'exit',
] satisfies PlatformEvent['type'][];

/** The part of an event that watchers may see before the game is over. Live pages show nothing else. */
export function publicEvent(
  game: Pick<Presentation, 'publicEvent'>,
  options: Readonly<Record<string, unknown>>,
  event: NotedInAny,
): NotedInAny | undefined {
  if (quotes.includes(event.type)) return undefined;
  return game.publicEvent && !isPlatformEvent(event) ? game.publicEvent(event, options) : event;
}

export interface EventSink {
  take(event: NotedInAny): void;
}

/** Every record begins with this text. */
export const RECORD_BEGINNING = '{"n":1,';

type Read = Noted & { readonly type: 'in' };

/** A read of this size has no buffer until code asks for it, which takes five times as long as a copy. */
export const LARGEST_WITHOUT_BUFFER = 64;

const printable = /^[\x20-\x7e\n]*$/;

/** A line of a record. A player's output is text if it is printable ASCII and LF, else hex. */
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

/** A line of a record around the bytes of a read. */
export interface LinePieces {
  readonly before: string;
  readonly bytes: Uint8Array;
  readonly after: string;
}

const LARGE = 4096;

/** Splits a large read without escapes, because a flood of texts would fill the heap. */
export function linePieces(event: Noted): LinePieces | undefined {
  if (event.type !== 'in') return undefined;
  const { data } = event;
  if (data.length < LARGE || !standsForItself(data)) return undefined;
  return { before: `${beforeRead(event)},"text":"`, bytes: data, after: '"}' };
}

const [QUOTE, BACKSLASH] = [0x22, 0x5c];

/** Hot path: a function call for each byte of a flood takes ten times as long. */
function standsForItself(bytes: Uint8Array): boolean {
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index]!;
    if (byte < 0x20 || byte > 0x7e || byte === QUOTE || byte === BACKSLASH) return false;
  }
  return true;
}
