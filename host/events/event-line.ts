import type { Noted, NotedInAny } from './noted.ts';

const printable = /^[\x20-\x7e\n]*$/;

/** One line of a record. What a player wrote is text if it is printable ASCII and LF, else hex. */
export function eventLine(noted: NotedInAny): string {
  const event: Noted = noted;
  if (event.type !== 'in') return placeFirst(JSON.stringify(event), event);
  const { data, ...rest } = event;
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.length);
  const text = bytes.toString('latin1');
  return JSON.stringify(printable.test(text) ? { ...rest, text } : { ...rest, hex: bytes.toString('hex') });
}

/** The number and the time of an event are the first of its line. No text holds what is looked for: its quotes are escaped. */
function placeFirst(line: string, { n, t }: Noted): string {
  if (line.startsWith('{"n":')) return line;
  const place = `"n":${n},"t":${t},`;
  const at = line.lastIndexOf(`,${place.slice(0, -1)}`);
  return `{${place}${line.slice(1, at)}${line.slice(at + place.length)}`;
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
  const { data, ...rest } = event;
  if (data.length < LARGE || !standsForItself(data)) return undefined;
  const line = JSON.stringify({ ...rest, text: '' });
  return { before: line.slice(0, -2), bytes: data, after: line.slice(-2) };
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
