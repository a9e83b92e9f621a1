import { FIRST_BYTE_OF_MARK, visibleBytes, WITHOUT_MARK } from '../../../core/text.ts';
import type { Scanned, Scanner } from '../../game.ts';
import type { Offence } from '../../kit/verdict.ts';
import type { Dialect, Message } from './messages.ts';

const [A, Z, DOT, ZERO, NINE] = [65, 90, 46, 48, 57];
const [P, D, R, N] = [112, 100, 114, 110];
const EXCERPT = 64;

interface ScannerLimits {
  /** Skips white space between messages. */
  readonly lenient: boolean;
  readonly message: number;
  /** Stored letters of a grid. Others are only counted. */
  readonly letters: number;
}

type Found = Scanned<Message>;

/** Reads the bytes of a player, split anywhere. Memory is bounded by the letters of one grid. */
export function bananagramsScanner(limits: ScannerLimits): Scanner<Message> {
  let place: WirePlace = 'first';
  let dialect: Dialect = 'plain';
  let offset = 0;
  let from = 0;
  let excerpt: number[] = [];
  let digits = 0;
  let read = 0;
  let number: number | undefined;
  let [width, height, cell, cells] = [0, 0, 0, 0];
  let letters = '';
  let places: number[] = [];
  let beyond = 0;
  /** Describes a cell after the end of a grid. */
  let afterGrid = '';
  let fed: Uint8Array = nothing;
  let taken = 0;

  function begin(byte: number): void {
    from = offset;
    excerpt = [byte];
    digits = 0;
    read = 0;
    number = undefined;
  }

  function keep(byte: number): void {
    if (excerpt.length < EXCERPT) excerpt.push(byte);
  }

  function complete(message: Message): Found {
    place = 'between';
    afterGrid = message.type === 'peel' ? cellsBefore(width, height, cell) : '';
    return { kind: 'message', message, bytes: [from, offset + 1] };
  }

  function fault(offence: Offence): Found {
    place = 'between';
    return { kind: 'fault', offence, bytes: [from, offset + 1] };
  }

  /** Reads a byte between messages, or the first. */
  function opening(byte: number): Found | undefined {
    if (limits.lenient && isSpace(byte)) return undefined;
    begin(byte);
    if (place === 'first') return firstByte(byte);
    if (byte === P) place = dialect === 'numbered' ? 'number' : 'size';
    else if (byte === D) place = 'letter';
    else if (byte === R || byte === N) return fault(orderFault('second-ready', offset, excerpt));
    else return fault(byteFault('between', byte, offset, excerpt, isCell(byte) ? afterGrid : ''));
    return undefined;
  }

  function firstByte(byte: number): Found {
    if (byte === P || byte === D) return fault(orderFault('not-ready', offset, excerpt));
    if (byte !== R && byte !== N) return fault(byteFault('first', byte, offset, excerpt));
    dialect = byte === N ? 'numbered' : 'plain';
    place = 'between';
    return { kind: 'ready', dialect, bytes: [from, offset + 1] };
  }

  function digit(byte: number): Found | undefined {
    keep(byte);
    if (byte < ZERO || byte > NINE)
      return fault(byteFault(place === 'size' ? 'size' : 'number', byte, offset, excerpt));
    read = read * 10 + byte - ZERO;
    digits++;
    if (place === 'number' && digits === 3) {
      number = read;
      digits = 0;
      read = 0;
      place = 'size';
    } else if (digits === 6) return sized();
    return undefined;
  }

  function sized(): Found | undefined {
    width = Math.floor(read / 1000);
    height = read % 1000;
    if (width === 0 || height === 0) return fault(formFault(width, height, from, excerpt));
    letters = '';
    places = [];
    beyond = 0;
    cell = 0;
    cells = width * height;
    const announced = offset + 1 - from + cells;
    if (announced > limits.message) return fault(sizeFault(announced, limits.message, from, excerpt));
    place = 'cells';
    return undefined;
  }

  function letter(byte: number): Found {
    keep(byte);
    if (byte < A || byte > Z) return fault(byteFault('letter', byte, offset, excerpt));
    return complete({ type: 'dump', letter: String.fromCharCode(byte) });
  }

  /** Hot path: a grid may have a million cells. Takes all available cells and leaves `offset` on the last. */
  function runOfCells(bytes: Uint8Array, start: number): Found | undefined {
    const end = Math.min(bytes.length, start + cells - cell);
    let index = start;
    for (; index < end; index++, cell++) {
      const byte = bytes[index]!;
      if (excerpt.length < EXCERPT) excerpt.push(byte);
      if (byte === DOT) continue;
      if (byte < A || byte > Z) {
        offset += index - start;
        return fault(byteFault('cell', byte, offset, excerpt, cellsBefore(width, height, cell)));
      }
      if (places.length < limits.letters) {
        places.push(cell);
        letters += String.fromCharCode(byte);
      } else beyond++;
    }
    offset += index - start - 1;
    if (cell < cells) return undefined;
    return complete({ type: 'peel', number, grid: { width, height, letters, places, beyond } });
  }

  function one(byte: number): Found | undefined {
    switch (place) {
      case 'first':
      case 'between':
        return opening(byte);
      case 'number':
      case 'size':
        return digit(byte);
      case 'letter':
        return letter(byte);
      case 'cells':
        throw new Error('cells are read in runs');
      default:
        return place satisfies never;
    }
  }

  /** Reads a byte, or a run of cells. */
  function step(): Found | undefined {
    const before = offset;
    const found = place === 'cells' ? runOfCells(fed, taken) : one(fed[taken]!);
    offset++;
    taken = found?.kind === 'fault' ? fed.length : taken + offset - before;
    return found;
  }

  return {
    feed(bytes) {
      fed = bytes;
      taken = 0;
    },
    take() {
      while (taken < fed.length) {
        const found = step();
        if (found) return found;
      }
      fed = nothing;
      taken = 0;
      return undefined;
    },
    unfinished: () => unfinishedWords(place, { digits, width, height, cell }),
  };
}

const nothing = new Uint8Array();

function isSpace(byte: number): boolean {
  return byte === 10 || byte === 13 || byte === 9 || byte === 32;
}

type WirePlace = 'first' | 'between' | 'number' | 'size' | 'cells' | 'letter';

interface Came {
  /** The digits of the number or the size. */
  readonly digits: number;
  readonly width: number;
  readonly height: number;
  readonly cell: number;
}

/** Describes an incomplete message. Undefined between messages. */
function unfinishedWords(place: WirePlace, { digits, width, height, cell }: Came): string | undefined {
  switch (place) {
    case 'first':
    case 'between':
      return undefined;
    case 'number':
      return `began a peel, and ${digits} of the 3 digits of its number came`;
    case 'size':
      return `began a peel, and ${digits} of the 6 digits of its size came`;
    case 'cells':
      return `announced a grid of ${width} by ${height}, and ${cell} of its ${width * height} cells came`;
    case 'letter':
      return 'wrote `d` without the letter that it gives back';
    default:
      return place satisfies never;
  }
}

/** The allowed input at each place, for errors. */
const expected = {
  first: '`r` (plain) or `n` (numbered) is the first byte that a player writes',
  between: 'a message begins with `p` (peel) or `d` (dump)',
  number: 'three digits, the number of the peel, come after the `p` of a numbered player',
  size: 'six digits, the width and the height of the grid, come before its cells',
  cell: 'a cell is a letter A to Z, or a dot for none',
  letter: 'a `d` is followed by the letter A to Z that is given back',
} as const;

/** The excerpt is the beginning of the message and may end before the byte at fault. */
function byteFault(
  place: keyof typeof expected,
  byte: number,
  at: number,
  excerpt: readonly number[],
  more = '',
): Offence {
  const what = `${nameByte(byte)} at byte ${at}: ${expected[place]}${more}`;
  const detail = isLineEnd(byte)
    ? `${what}. ${aboutNewlines}`
    : what + (aboutMark(place, byte) || aboutLines(place, byte, at) || aboutText(place, byte, more));
  return { kind: 'protocol', rule: 'byte', detail, at, unit: 'byte', message: visible(excerpt) };
}

/** Describes a grid with too few or too many cells. */
function cellsBefore(width: number, height: number, cells: number): string {
  return `; the grid of ${width} by ${height} before it has ${width * height} cells, and ${cells} came`;
}

function isCell(byte: number): boolean {
  return byte === DOT || (byte >= A && byte <= Z);
}

const aboutNewlines =
  'Do not write anything between messages, not even a newline ' +
  '(printf instead of echo, print instead of puts, end="" in Python), or play with --lenient';

/** The second byte of `ready` follows an `r` that was a complete message. */
function aboutLines(place: keyof typeof expected, byte: number, at: number): string {
  if (place !== 'between' || at !== 1 || byte !== SECOND_OF_READY) return '';
  return '. The line `ready` is for Scrabble and Boggle; this is Bananagrams, where `r` or `n` alone is ready';
}

/** A small letter instead of a capital, or the beginning of a text. */
function aboutText(place: keyof typeof expected, byte: number, more: string): string {
  if (place !== 'first' && place !== 'between') return '';
  const letter = String.fromCharCode(byte);
  if (/[RNPD]/.test(letter)) return `. Write it in lowercase: \`${letter.toLowerCase()}\``;
  return more === '' && /[A-Za-z]/.test(letter)
    ? '. Write everything that is not for the host to standard error'
    : '';
}

/** Decided by the first byte, because the others may not have arrived. */
function aboutMark(place: keyof typeof expected, byte: number): string {
  if ((place !== 'first' && place !== 'between') || byte !== FIRST_BYTE_OF_MARK) return '';
  return `. It may be the start of a byte order mark: ${WITHOUT_MARK}`;
}

const SECOND_OF_READY = 101;

function orderFault(what: 'not-ready' | 'second-ready', at: number, excerpt: readonly number[]): Offence {
  const detail =
    what === 'not-ready'
      ? `${nameByte(excerpt.at(-1)!)} at byte ${at}, before it was ready: ${expected.first}`
      : `a second ready (${nameByte(excerpt.at(-1)!)} at byte ${at}): ready is said once, first`;
  return { kind: 'protocol', rule: 'order', detail, at, unit: 'byte', message: visible(excerpt) };
}

function formFault(width: number, height: number, at: number, excerpt: readonly number[]): Offence {
  const detail = `a grid of ${width} by ${height}: it is at least one column wide and one row high`;
  return { kind: 'protocol', rule: 'form', detail, at, unit: 'byte', message: visible(excerpt) };
}

/** Decided by the size. The cells are not read. */
function sizeFault(announced: number, limit: number, at: number, excerpt: readonly number[]): Offence {
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
