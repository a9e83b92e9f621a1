import type { Noted } from './event-log.ts';

const printable = /^[\x20-\x7e\n]*$/;

/** One line of a record. What a player wrote stands as text where it is printable ASCII and LF, else in hex. */
export function eventLine(event: Noted): string {
  const { data, ...rest } = event;
  if (!(data instanceof Uint8Array)) return JSON.stringify(event);
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.length);
  const text = bytes.toString('latin1');
  return JSON.stringify(printable.test(text) ? { ...rest, text } : { ...rest, hex: bytes.toString('hex') });
}

/** The bytes of an `in` event that was read from a record. */
export function bytesRead(event: Noted): Uint8Array {
  if (typeof event.hex === 'string') return Buffer.from(event.hex, 'hex');
  return Buffer.from(String(event.text ?? ''), 'latin1');
}
