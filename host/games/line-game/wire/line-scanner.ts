import { MARK, WITHOUT_MARK } from '../../../core/text/byte-order-mark.ts';
import { byteEscape, visibleUtf8 } from '../../../core/text/visible.ts';
import type { ByteRange, Offence } from '../../kit/verdict.ts';

/** One line of a player, without its end. */
export interface Line {
  readonly text: string;
  /** From 1. */
  readonly number: number;
  readonly bytes: ByteRange;
}

export type ScannedLine =
  | { readonly kind: 'line'; readonly line: Line }
  | { readonly kind: 'fault'; readonly offence: Offence; readonly bytes: ByteRange };

export interface LineRules {
  /** Bytes of a line, without its end. */
  readonly longest: number;
  /** It may contain letters beyond ASCII, as UTF-8. */
  readonly beyondAscii: boolean;
}

const [LF, CR, SPACE, TILDE] = [10, 13, 0x20, 0x7e];
const EXCERPT = 64;
const NEAR = 64;
const MARK_BYTES = 3;

/**
 * Bytes to lines, as they come: a line may be split at any byte. What is held is bounded by one line and one read.
 * A hot path: it looks at bytes where they lie, for a view of a few of them costs more than to copy them.
 */
export class LineScanner {
  readonly #rules: LineRules;
  /** From the beginning of the line under way on, and an LF after it all. */
  #held = Buffer.alloc(256);
  #begin = 0;
  #end = 0;
  /** No line ends before this place. */
  #searched = 0;
  #number = 1;
  /** Where the line under way begins in all that was written. */
  #from = 0;
  #anything = false;

  constructor(rules: LineRules) {
    this.#rules = rules;
  }

  /** Its lines are there to be taken. */
  feed(bytes: Uint8Array): void {
    this.#grow(bytes.length);
    this.#held.set(bytes, this.#end);
    this.#end += bytes.length;
    this.#held[this.#end] = LF;
  }

  /** From here on lines are not read: they may contain any bytes. */
  takeAnything(): void {
    this.#anything = true;
  }

  /** The next line that is whole, or is wrong already. Nothing comes after one that is wrong. */
  take(): ScannedLine | undefined {
    if (this.#begin === this.#end) return undefined;
    const end = this.#nextLf();
    if (end < this.#end) return this.#line(end);
    this.#searched = this.#end;
    // A carriage return before the end is none of the line.
    if (this.#end - this.#begin <= this.#rules.longest + 1) return undefined;
    return this.#tooLong(this.#held.subarray(this.#begin, this.#end));
  }

  /** Most lines are a few bytes, for which `indexOf` takes three times as long. */
  #nextLf(): number {
    const held = this.#held;
    const near = Math.min(this.#end, this.#searched + NEAR);
    for (let place = this.#searched; place < near; place++) if (held[place] === LF) return place;
    return held.indexOf(LF, near);
  }

  /** What has come of a line without its end, cut where it is long; none at the beginning of one, or before all is taken. */
  unended(): string | undefined {
    if (this.#end === this.#begin || this.#searched < this.#end || this.#anything) return undefined;
    const bytes = this.#held.subarray(this.#begin, Math.min(this.#end, this.#begin + EXCERPT));
    return `${visibleUtf8(Buffer.from(bytes).toString('latin1'))}${this.#end - this.#begin > EXCERPT ? '…' : ''}`;
  }

  /** What has been taken makes room for what is new. */
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
    const text = said ?? visibleText(this.#held.subarray(begin, Math.min(end, begin + EXCERPT)));
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
    const isMark = this.#held.toString('utf8', place, place + MARK_BYTES) === MARK;
    return isMark
      ? `a byte order mark (U+FEFF) in column ${place - begin + 1}: ${WITHOUT_MARK}`
      : aboutByte(this.#held[place]!, place - begin, this.#rules);
  }

  /** The place of the first byte that is not allowed in a line, or -1. */
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
    const detail = `it is longer than ${this.#rules.longest} bytes (--max-line): every message ends with a newline`;
    // As far as it was allowed to go: however much of it has come.
    return this.#fault('line', detail, bytes.subarray(0, this.#rules.longest + 1), 'flood');
  }

  #fault(rule: string, what: string, line: Uint8Array, kind: 'protocol' | 'flood' = 'protocol'): ScannedLine {
    const message = visibleText(line.subarray(0, EXCERPT));
    const detail = `line ${this.#number}: ${what}`;
    const offence: Offence = { kind, rule, detail, at: this.#number, unit: 'line', message };
    return { kind: 'fault', offence, bytes: [this.#from, this.#from + line.length] };
  }
}

function isPrintable(byte: number): boolean {
  return byte >= SPACE && byte <= TILDE;
}

// Made when it is needed: it takes a start a millisecond.
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
  return `${shown}: a line holds ${allowed}, and is ended by a newline`;
}

/** Bytes as people can read them. */
function visibleText(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => (isPrintable(byte) ? String.fromCharCode(byte) : byteEscape(byte))).join(
    '',
  );
}
