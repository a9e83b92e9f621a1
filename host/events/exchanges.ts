import { visible } from '../core/text.ts';
import type { Seat } from '../core/units.ts';
import { type EventSink, LARGEST_WITHOUT_BUFFER, type Noted } from './noted.ts';

export interface Exchange {
  readonly t: number;
  readonly from: 'host' | 'player';
  readonly text: string;
  /** The start of the text in the player's output. */
  readonly offset: number;
  /** The number of lines before it. */
  readonly lines: number;
}

/** Bytes as they came. Texts are made on demand. */
interface Pieces {
  readonly t: number;
  readonly from: 'host' | 'player';
  /** Pieces of a message that follow each other are one exchange. */
  readonly pieces: (string | Uint8Array)[];
  length: number;
  readonly offset: number;
  readonly lines: number;
}

export interface Silence {
  readonly wroteAt?: number | undefined;
  /** A game of turns waits for one player at a time, other games for all. */
  readonly isAwaited: boolean;
}

interface Recent {
  /** The last exchanges. The next one replaces the oldest. */
  ring: Pieces[];
  count: number;
  wroteAt: number | undefined;
  written: number;
  lines: number;
}

const MOST = 8;
const LONGEST = 4096;

/**
 * Stores the last exchanges with each player for the report of an offense, in bounded memory. It leaves out
 * the set-up, which is long and the same in each report.
 */
export class Exchanges implements EventSink {
  readonly #bySeat = new Map<Seat, Recent>();
  readonly #ready = new Set<Seat>();
  #turnOf: Seat | undefined;

  take(event: Noted): void {
    if (event.type === 'out') this.#fromHost(event);
    else if (event.type === 'in') this.#fromPlayer(event);
    else if (event.type === 'ready') this.#ready.add(event.seat);
  }

  with(seat: Seat): readonly Exchange[] {
    const { ring, count } = this.#of(seat);
    const next = count % MOST;
    return [...ring.slice(next), ...ring.slice(0, next)].map(({ t, from, pieces, offset, lines }) => {
      return { t, from, text: pieces.map(textOf).join(''), offset, lines };
    });
  }

  silenceOf(seat: Seat): Silence {
    const wroteAt = this.#bySeat.get(seat)?.wroteAt;
    return { wroteAt, isAwaited: this.#turnOf === undefined || this.#turnOf === seat };
  }

  #fromHost({ t, seat, text, clock }: Noted & { readonly type: 'out' }): void {
    if (clock) this.#turnOf = seat;
    if (!this.#ready.has(seat)) return;
    append(this.#of(seat), { t, from: 'host', pieces: [text], length: text.length, offset: 0, lines: 0 });
  }

  #fromPlayer({ t, seat, data: bytes }: Noted & { readonly type: 'in' }): void {
    const recent = this.#of(seat);
    const length = Math.min(bytes.length, LONGEST);
    const { written: offset, lines } = recent;
    append(recent, { t, from: 'player', pieces: [ownPiece(bytes)], length, offset, lines });
    recent.wroteAt = t;
    recent.written += bytes.length;
    recent.lines += linesEnded(bytes);
  }

  #of(seat: Seat): Recent {
    let recent = this.#bySeat.get(seat);
    if (!recent)
      this.#bySeat.set(seat, (recent = { ring: [], count: 0, wroteAt: undefined, written: 0, lines: 0 }));
    return recent;
  }
}

function append(recent: Recent, exchange: Pieces): void {
  const before = recent.count === 0 ? undefined : recent.ring[(recent.count - 1) % MOST];
  if (exchange.from === 'player' && before?.from === 'player' && follows(before, exchange)) {
    before.pieces.push(...exchange.pieces);
    before.length += exchange.length;
    return;
  }
  recent.ring[recent.count++ % MOST] = exchange;
}

function follows(before: Pieces, { offset, length }: Pieces): boolean {
  return before.offset + before.length === offset && before.length + length <= LONGEST;
}

/** Copies a part of a large read, which is freed once it is settled. Whole reads stay. */
function ownPiece(bytes: Uint8Array): Uint8Array {
  const isSmall = bytes.length <= LARGEST_WITHOUT_BUFFER;
  if (isSmall && bytes.byteOffset === 0) return bytes;
  const isFreed = isSmall || bytes.buffer.byteLength > LONGEST;
  return isFreed ? bytes.slice(0, LONGEST) : bytes;
}

function textOf(piece: string | Uint8Array): string {
  return typeof piece === 'string' ? piece : Buffer.from(piece).toString('latin1');
}

const LF = 10;

/** `indexOf` takes longer for most reads, which have a few bytes. */
function linesEnded(bytes: Uint8Array): number {
  let ended = 0;
  for (let place = 0; place < bytes.length; place++) if (bytes[place] === LF) ended++;
  return ended;
}

const [FIRST_LINES, LAST_LINES] = [3, 7];
/** Ten lines with their signs stay below 4 KiB. */
const MOST_BYTES_OF_LINE = 380;

/** Recognizes an error such as `TypeError: …`. Some programs print it before a long stack. */
const ERROR = /^(Uncaught )?([\w$]+\.)*\w*(Error|Exception)\b/;

interface StderrExcerpt {
  readonly lines: readonly string[];
  readonly which?: string;
}

/** Shortens standard error to about 4 KiB: the first and the last lines, and an error in between. */
export function excerptOfStderr(end: string, start?: string): StderrExcerpt {
  const lines = end.trimEnd().split('\n');
  if (lines.length === 1 && lines[0] === '') return { lines: [] };
  if (start === undefined && lines.length <= FIRST_LINES + LAST_LINES) return { lines: lines.map(shownLine) };
  const begin = start === undefined ? lines : start.split('\n');
  const first = begin.slice(0, FIRST_LINES).map(shownLine);
  const last = lines.slice(-LAST_LINES).map(shownLine);
  const between = [...begin.slice(FIRST_LINES), ...(start === undefined ? [] : lines)];
  const shown = [...first, ...last];
  const error = shown.some((line) => ERROR.test(line)) ? undefined : between.find((line) => ERROR.test(line));
  if (error === undefined)
    return {
      lines: [...first, '…', ...last],
      which: `the first ${FIRST_LINES} lines and the last ${LAST_LINES}`,
    };
  return {
    lines: [...first, '…', shownLine(error), '…', ...last.slice(1)],
    which: `the first ${FIRST_LINES} lines, the error and the last ${LAST_LINES - 1}`,
  };
}

export const stderrExcerpt = (end: string, start?: string): string[] => [
  ...excerptOfStderr(end, start).lines,
];

/** Escapes and letters beyond ASCII take several bytes. */
function shownLine(line: string): string {
  const shown = visible(line.slice(0, MOST_BYTES_OF_LINE));
  const isCut = shown.length < line.length || Buffer.byteLength(shown) > MOST_BYTES_OF_LINE;
  if (!isCut) return shown;
  let size = Math.min(shown.length, MOST_BYTES_OF_LINE);
  while (Buffer.byteLength(shown.slice(0, size)) > MOST_BYTES_OF_LINE) size -= 8;
  return `${shown.slice(0, size)}…`;
}
