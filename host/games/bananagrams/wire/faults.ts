import { FIRST_BYTE_OF_MARK, WITHOUT_MARK } from '../../../core/text/byte-order-mark.ts';
import { visibleBytes } from '../../../core/text/visible.ts';
import type { Offence } from '../../kit/verdict.ts';

/** What each place in the wire allows, for the sentence that says what came instead. */
const expected = {
  first: '`r` (plain) or `n` (numbered) is the first byte that a player writes',
  between: 'a message begins with `p` (peel) or `d` (dump)',
  number: 'three digits, the number of the peel, come after the `p` of a numbered player',
  size: 'six digits, the width and the height of the grid, come before its cells',
  cell: 'a cell is a letter A to Z, or a dot for none',
  letter: 'a `d` is followed by the letter A to Z that is given back',
} as const;

/** The excerpt may end before the byte at fault: it is the beginning of the message. */
export function byteFault(
  place: keyof typeof expected,
  byte: number,
  at: number,
  excerpt: readonly number[],
): Offence {
  const what = `${nameByte(byte)} at byte ${at}: ${expected[place]}`;
  const detail = isLineEnd(byte)
    ? `${what}. ${aboutNewlines}`
    : what + (aboutMark(place, byte) || aboutLines(place, byte, at) || aboutText(place, byte));
  return { kind: 'protocol', rule: 'byte', detail, at, unit: 'byte', message: visible(excerpt) };
}

const aboutNewlines =
  'There is nothing between two messages, no newline either: write without one ' +
  '(printf instead of echo, print instead of puts, end="" in Python), or play with --lenient';

/** The second byte of `ready`, after an `r` that was taken for the whole message. */
function aboutLines(place: keyof typeof expected, byte: number, at: number): string {
  if (place !== 'between' || at !== 1 || byte !== SECOND_OF_READY) return '';
  return '. The line `ready` is for Scrabble and Boggle; this is Bananagrams, where `r` or `n` alone is ready';
}

/** A capital for a small letter, or the first of some text. */
function aboutText(place: keyof typeof expected, byte: number): string {
  if (place !== 'first' && place !== 'between') return '';
  const letter = String.fromCharCode(byte);
  if (/[RNPD]/.test(letter)) return `. It is written small: \`${letter.toLowerCase()}\``;
  return /[A-Za-z]/.test(letter) ? '. Whatever is not for the host goes to standard error' : '';
}

/** Told by its first byte: the others may not have come yet. */
function aboutMark(place: keyof typeof expected, byte: number): string {
  if ((place !== 'first' && place !== 'between') || byte !== FIRST_BYTE_OF_MARK) return '';
  return `. It may begin a byte order mark: ${WITHOUT_MARK}`;
}

const SECOND_OF_READY = 101;

export function orderFault(
  what: 'not-ready' | 'second-ready',
  at: number,
  excerpt: readonly number[],
): Offence {
  const detail =
    what === 'not-ready'
      ? `${nameByte(excerpt.at(-1)!)} at byte ${at}, before it was ready: ${expected.first}`
      : `a second ready (${nameByte(excerpt.at(-1)!)} at byte ${at}): ready is said once, first`;
  return { kind: 'protocol', rule: 'order', detail, at, unit: 'byte', message: visible(excerpt) };
}

export function formFault(width: number, height: number, at: number, excerpt: readonly number[]): Offence {
  const detail = `a grid of ${width} by ${height}: it is at least one column wide and one row high`;
  return { kind: 'protocol', rule: 'form', detail, at, unit: 'byte', message: visible(excerpt) };
}

/** Told by its size alone: what comes after it is not read. */
export function sizeFault(announced: number, limit: number, at: number, excerpt: readonly number[]): Offence {
  const detail = `a peel of ${announced} bytes by the size of its grid: a message may have ${limit} (--max-message)`;
  return { kind: 'flood', rule: 'message', detail, at, unit: 'byte', message: visible(excerpt) };
}

function isLineEnd(byte: number): boolean {
  return byte === 10 || byte === 13;
}

function nameByte(byte: number): string {
  if (byte === 10) return 'a newline';
  if (byte === 13) return 'a carriage return';
  if (byte === 9) return 'a tab';
  if (byte === 32) return 'a space';
  if (byte > 32 && byte < 127) return `\`${String.fromCharCode(byte)}\``;
  return `byte 0x${byte.toString(16).padStart(2, '0')}`;
}

function visible(bytes: readonly number[]): string {
  return visibleBytes(String.fromCharCode(...bytes));
}
