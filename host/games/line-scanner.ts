import type { ByteRange, Offence } from './verdict.ts';

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
  /** Letters beyond ASCII may stand in it, as UTF-8. */
  readonly beyondAscii: boolean;
}

const [LF, CR, SPACE, TILDE] = [10, 13, 0x20, 0x7e];
const EXCERPT = 64;

/** Bytes to lines, as they come: a line may be split at any byte. What is held is bounded by one line. */
export class LineScanner {
  readonly #rules: LineRules;
  /** The beginning of the line under way. */
  #held: Uint8Array = new Uint8Array(256);
  #heldBytes = 0;
  #number = 1;
  /** Where the line under way begins. */
  #from = 0;

  constructor(rules: LineRules) {
    this.#rules = rules;
  }

  *feed(bytes: Uint8Array): Generator<ScannedLine> {
    let start = 0;
    for (let end = bytes.indexOf(LF); end !== -1; end = bytes.indexOf(LF, start)) {
      const found = this.#line(this.#with(bytes.subarray(start, end)));
      yield found;
      if (found.kind === 'fault') return;
      start = end + 1;
    }
    this.#hold(bytes.subarray(start));
    // A carriage return before the end is none of the line.
    if (this.#heldBytes > this.#rules.longest + 1)
      yield this.#tooLong(this.#held.subarray(0, this.#heldBytes));
  }

  #with(bytes: Uint8Array): Uint8Array {
    if (this.#heldBytes === 0) return bytes;
    this.#hold(bytes);
    return this.#held.subarray(0, this.#heldBytes);
  }

  #hold(bytes: Uint8Array): void {
    const needed = this.#heldBytes + bytes.length;
    if (needed > this.#held.length) {
      const larger = new Uint8Array(Math.max(needed, 2 * this.#held.length));
      larger.set(this.#held.subarray(0, this.#heldBytes));
      this.#held = larger;
    }
    this.#held.set(bytes, this.#heldBytes);
    this.#heldBytes = needed;
  }

  #line(whole: Uint8Array): ScannedLine {
    const bytes = whole.at(-1) === CR ? whole.subarray(0, -1) : whole;
    if (bytes.length > this.#rules.longest) return this.#tooLong(bytes);
    const wrong = this.#firstWrong(bytes);
    if (wrong !== -1) return this.#fault('byte', aboutByte(bytes[wrong]!, wrong, this.#rules), bytes);
    const text = textOf(bytes);
    if (text === undefined) return this.#fault('byte', 'its bytes are not UTF-8', bytes);
    const range: ByteRange = [this.#from, this.#from + whole.length + 1];
    const line = { text, number: this.#number++, bytes: range };
    this.#from = range[1];
    this.#heldBytes = 0;
    return { kind: 'line', line };
  }

  /** The place of the first byte that may not stand in a line, or -1. A hot path. */
  #firstWrong(bytes: Uint8Array): number {
    const { beyondAscii } = this.#rules;
    for (let place = 0; place < bytes.length; place++) {
      const byte = bytes[place]!;
      if (!isPrintable(byte) && !(beyondAscii && byte >= 0x80)) return place;
    }
    return -1;
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

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function textOf(bytes: Uint8Array): string | undefined {
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
  return [...bytes]
    .map((byte) =>
      isPrintable(byte) ? String.fromCharCode(byte) : `\\x${byte.toString(16).padStart(2, '0')}`,
    )
    .join('');
}
