import { BYTE_ORDER_MARK, byteEscape, meant, visibleUtf8, WITHOUT_MARK } from '../../../core/text.ts';
import type { Scanned, Scanner } from '../../game.ts';
import type { ByteRange, Offence } from '../../kit/verdict.ts';

const EXCERPT = 200;

/** Lines after a move of this kind are `unread`. */
export interface LastMove<Move> {
  is(move: Move): boolean;
  readonly unread: Move;
}

export interface LineWire<Move> {
  readonly rules: LineRules;
  readonly readLine: (text: string) => LineReading<Move>;
  readonly last?: LastMove<Move> | undefined;
  /** Recognizes another game's wire by the first word, and returns advice. */
  readonly otherWire?: ((first: string) => string | undefined) | undefined;
}

/** Requires `ready` once, as the first line. */
export function moveScanner<Move>({
  rules,
  readLine,
  last,
  otherWire,
}: LineWire<Move>): Scanner<Spoken<Move>> {
  const lines = new LineScanner(rules);
  let ready = false;
  let isWrong = false;
  let hasSaidAll = false;

  function found(line: Line): Scanned<Spoken<Move>> {
    const { text, bytes } = line;
    if (last && hasSaidAll) return spoken(line, last.unread);
    const reading = readLine(text);
    switch (reading.says) {
      case 'ready':
        if (ready) return fault(line, 'order', 'a second ready: write ready only once');
        ready = true;
        return { kind: 'ready', dialect: undefined, bytes };
      case 'move': {
        if (last?.is(reading.move)) {
          hasSaidAll = true;
          lines.takeAnything();
        }
        return spoken(line, reading.move, reading.tag);
      }
      case 'nothing':
        return fault(line, reading.rule, problemOf(reading, text));
      default:
        return reading satisfies never;
    }
  }

  function problemOf({ problem, hint }: LineReading<Move> & { says: 'nothing' }, text: string): string {
    if (text.startsWith(BYTE_ORDER_MARK)) return `it begins with a byte order mark (U+FEFF): ${WITHOUT_MARK}`;
    const todo = (ready ? undefined : otherWire?.(text)) ?? hint;
    return todo === undefined ? problem : `${problem}: ${todo}`;
  }

  return {
    feed: (bytes) => lines.feed(bytes),
    take() {
      const scanned = isWrong ? undefined : lines.take();
      const next = scanned?.kind === 'line' ? found(scanned.line) : scanned;
      isWrong ||= next?.kind === 'fault';
      return next;
    },
    unfinished() {
      const text = isWrong ? undefined : lines.unended();
      if (text === undefined) return undefined;
      const why = (!ready && otherWire?.(text)) || 'each message ends with a newline';
      return `wrote \`${text}\` without a line end: ${why}`;
    },
  };
}

function spoken<Move>({ text, number, bytes }: Line, move: Move, tag?: number): Scanned<Spoken<Move>> {
  return { kind: 'message', message: { ...move, tag, line: text, lineNumber: number }, bytes };
}

function fault({ text, number, bytes }: Line, rule: string, problem: string) {
  const offence = lineFault({ line: text, lineNumber: number }, rule, problem);
  return { kind: 'fault', offence, bytes } as const;
}

export function lineFault(
  { line, lineNumber }: { readonly line: string; readonly lineNumber: number },
  rule: string,
  problem: string,
): Offence {
  const detail = `line ${lineNumber}: ${problem}`;
  return { kind: 'protocol', rule, detail, at: lineNumber, unit: 'line', message: excerpt(line) };
}

export function excerpt(text: string): string {
  return text.length > EXCERPT ? `${text.slice(0, EXCERPT)}…` : text;
}

interface Line {
  readonly text: string;
  readonly number: number;
  readonly bytes: ByteRange;
}

type ScannedLine =
  | { readonly kind: 'line'; readonly line: Line }
  | { readonly kind: 'fault'; readonly offence: Offence; readonly bytes: ByteRange };

export interface LineRules {
  /** The limit of bytes without the line end. */
  readonly longest: number;
  /** Allows UTF-8. */
  readonly beyondAscii: boolean;
}

const [LF, CR, SPACE, TILDE] = [10, 13, 0x20, 0x7e];
const SHOWN_BYTES = 64;
const NEAR = 64;
const MARK_BYTES = 3;

/** Splits bytes into lines in bounded memory. Hot path: a small view costs more than a copy. */
class LineScanner {
  readonly #rules: LineRules;
  /** Bytes from the current line on, with an LF at the end. */
  #held = Buffer.alloc(256);
  #begin = 0;
  #end = 0;
  /** No line ends before this offset. */
  #searched = 0;
  #number = 1;
  /** The offset of the current line in all output. */
  #from = 0;
  #anything = false;

  constructor(rules: LineRules) {
    this.#rules = rules;
  }

  feed(bytes: Uint8Array): void {
    this.#grow(bytes.length);
    this.#held.set(bytes, this.#end);
    this.#end += bytes.length;
    this.#held[this.#end] = LF;
  }

  /** Accepts any bytes from here on, unread. */
  takeAnything(): void {
    this.#anything = true;
  }

  /** Returns the next complete or wrong line. A wrong line is the last. */
  take(): ScannedLine | undefined {
    if (this.#begin === this.#end) return undefined;
    const end = this.#nextLf();
    if (end < this.#end) return this.#line(end);
    this.#searched = this.#end;
    // A carriage return before the end is not part of the line.
    if (this.#end - this.#begin <= this.#rules.longest + 1) return undefined;
    return this.#tooLong(this.#held.subarray(this.#begin, this.#end));
  }

  /** `indexOf` takes three times as long for most lines, which have a few bytes. */
  #nextLf(): number {
    const held = this.#held;
    const near = Math.min(this.#end, this.#searched + NEAR);
    for (let place = this.#searched; place < near; place++) if (held[place] === LF) return place;
    return held.indexOf(LF, near);
  }

  /** Returns an incomplete line, shortened. Undefined at its beginning, or before all lines are taken. */
  unended(): string | undefined {
    if (this.#end === this.#begin || this.#searched < this.#end || this.#anything) return undefined;
    const bytes = this.#held.subarray(this.#begin, Math.min(this.#end, this.#begin + SHOWN_BYTES));
    return `${visibleUtf8(Buffer.from(bytes).toString('latin1'))}${this.#end - this.#begin > SHOWN_BYTES ? '…' : ''}`;
  }

  /** Reuses the space of taken bytes. */
  #grow(bytes: number): void {
    const before = this.#held;
    const needed = this.#end - this.#begin + bytes + 1;
    if (needed > before.length) this.#held = Buffer.alloc(Math.max(needed, 2 * before.length));
    if (this.#begin < this.#end) before.copy(this.#held, 0, this.#begin, this.#end);
    this.#searched -= this.#begin;
    this.#end -= this.#begin;
    this.#begin = 0;
  }

  #line(lf: number): ScannedLine {
    const begin = this.#begin;
    const end = lf > begin && this.#held[lf - 1] === CR ? lf - 1 : lf;
    if (end - begin > this.#rules.longest) return this.#tooLong(this.#held.subarray(begin, end));
    const wrong = this.#firstWrong(begin, end);
    const said = wrong === -1 ? this.#text(begin, end) : undefined;
    if (said === undefined && !this.#anything) return this.#wrongByte(begin, end, wrong);
    const text = said ?? visibleText(this.#held.subarray(begin, Math.min(end, begin + SHOWN_BYTES)));
    const range: ByteRange = [this.#from, this.#from + lf - begin + 1];
    this.#from = range[1];
    this.#begin = this.#searched = lf + 1;
    return { kind: 'line', line: { text, number: this.#number++, bytes: range } };
  }

  #wrongByte(begin: number, end: number, wrong: number): ScannedLine {
    const what = wrong === -1 ? 'its bytes are not UTF-8' : this.#aboutByte(wrong, begin);
    return this.#fault('byte', what, this.#held.subarray(begin, end));
  }

  #aboutByte(place: number, begin: number): string {
    const isMark = this.#held.toString('utf8', place, place + MARK_BYTES) === BYTE_ORDER_MARK;
    return isMark
      ? `a byte order mark (U+FEFF) in column ${place - begin + 1}: ${WITHOUT_MARK}`
      : aboutByte(this.#held[place]!, place - begin, this.#rules);
  }

  /** Returns the first forbidden byte, or -1. */
  #firstWrong(begin: number, end: number): number {
    const { beyondAscii } = this.#rules;
    for (let place = begin; place < end; place++) {
      const byte = this.#held[place]!;
      if (!isPrintable(byte) && !(beyondAscii && byte >= 0x80)) return place;
    }
    return -1;
  }

  #text(begin: number, end: number): string | undefined {
    if (!this.#rules.beyondAscii) return this.#held.toString('latin1', begin, end);
    return textOf(this.#held.subarray(begin, end));
  }

  #tooLong(bytes: Uint8Array): ScannedLine {
    const detail = `it is longer than ${this.#rules.longest} bytes (--max-line): end every message with a newline`;
    // Reports the allowed part, whatever has arrived.
    return this.#fault('line', detail, bytes.subarray(0, this.#rules.longest + 1), 'flood');
  }

  #fault(rule: string, what: string, line: Uint8Array, kind: 'protocol' | 'flood' = 'protocol'): ScannedLine {
    const message = visibleText(line.subarray(0, SHOWN_BYTES));
    const detail = `line ${this.#number}: ${what}`;
    const offence: Offence = { kind, rule, detail, at: this.#number, unit: 'line', message };
    return { kind: 'fault', offence, bytes: [this.#from, this.#from + line.length] };
  }
}

function isPrintable(byte: number): boolean {
  return byte >= SPACE && byte <= TILDE;
}

// Created on demand, because it costs a start a millisecond.
let decoder: InstanceType<typeof TextDecoder> | undefined;

function textOf(bytes: Uint8Array): string | undefined {
  decoder ??= new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}

function aboutByte(byte: number, place: number, { beyondAscii }: LineRules): string {
  const shown = `byte 0x${byte.toString(16).padStart(2, '0')} in column ${place + 1}`;
  const allowed = beyondAscii ? 'printable characters in UTF-8' : 'printable ASCII (0x20 to 0x7E)';
  return `${shown}: a line holds ${allowed}, and ends with a newline`;
}

function visibleText(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => (isPrintable(byte) ? String.fromCharCode(byte) : byteEscape(byte))).join(
    '',
  );
}

export type LineReading<Move> =
  | { readonly says: 'ready' }
  | { readonly says: 'move'; readonly tag: number | undefined; readonly move: Move }
  | NoReading;

interface NoReading {
  readonly says: 'nothing';
  readonly rule: 'empty' | 'word' | 'form';
  readonly problem: string;
  /** Advice. */
  readonly hint?: string;
}

/** A move as its line, in games in lines of text. */
export type Spoken<Move> = {
  /** The answered turn: `@K`. */
  readonly tag: number | undefined;
  readonly line: string;
  /** Counts from 1 over all output of the player. */
  readonly lineNumber: number;
} & Move;

/** Any number of spaces separates words. */
export function tokensOf(text: string): readonly string[] {
  const tokens: string[] = [];
  for (let begin = 0, end: number; begin < text.length; begin = end + 1) {
    const space = text.indexOf(' ', begin);
    end = space === -1 ? text.length : space;
    if (end > begin) tokens.push(text.slice(begin, end));
  }
  return tokens;
}

/** A whole number of 32 bits, as the wire writes it. */
export function integer(token: string): number | undefined {
  const isNegative = token.charCodeAt(0) === MINUS;
  const first = isNegative ? 1 : 0;
  if (token.length === first || token.length > first + MOST_DIGITS) return undefined;
  let value = 0;
  for (let place = first; place < token.length; place++) {
    const digit = token.charCodeAt(place) - ZERO;
    if (digit < 0 || digit > 9) return undefined;
    value = value * 10 + digit;
  }
  if (value >= 2 ** 31 && !(isNegative && value === 2 ** 31)) return undefined;
  return isNegative ? 0 - value : value;
}

const [MINUS, ZERO] = [0x2d, 0x30];
const MOST_DIGITS = 10;

export function leftOver(command: string, rest: readonly string[]): NoReading {
  return wrong('form', `${command} takes no arguments; got ${shown(rest[0]!)}`);
}

export function wrong(rule: NoReading['rule'], problem: string): NoReading {
  return { says: 'nothing', rule, problem };
}

/** `known` lists the first words of messages. */
export function noMessage(word: string, rest: readonly string[], known: string): NoReading {
  const names = known.split(/, | or /);
  const problem = `${shown(word)} is not a valid message: expected ${known}`;
  return { ...wrong('word', problem), hint: messageHint(word, rest, names) };
}

function messageHint(word: string, rest: readonly string[], names: readonly string[]): string {
  const small = word.toLowerCase();
  if (names.includes(small)) return `write ${small} in lowercase`;
  if (/^[{["]/.test(word)) {
    const text = [word, ...rest].join(' ');
    const name = names.find((each) => text.includes(each));
    return name === undefined
      ? 'write a line of words, not JSON'
      : `write ${name} as a line of words, not as JSON`;
  }
  return (
    meant(small, names).replace('; ', '') || 'write everything that is not for the host to standard error'
  );
}

export function shown(token: string): string {
  return JSON.stringify(token.length > 24 ? `${token.slice(0, 24)}…` : token);
}
