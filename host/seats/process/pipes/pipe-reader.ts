import { once } from 'node:events';
import { closeSync } from 'node:fs';
import { Socket } from 'node:net';
import { visibleUtf8 } from '../../../core/text.ts';
import type { Nanos } from '../../../core/units.ts';
import { NURSERY, setV8Option } from '../../../files/compile-cache.ts';
import type { WrittenLines } from '../../../match/seat.ts';

interface PipeListener {
  /** The listener owns the bytes. */
  read(bytes: Uint8Array, at: Nanos): void;
}

const LARGEST_READ = 65_536;
/** A full pipe accepts data again when a page is free. */
const PAGE = 4096;

// One buffer for all pipes: each callback of the loop fills and empties it.
const incoming = new Uint8Array(LARGEST_READ);
const page = incoming.subarray(0, PAGE);

/** Reads a pipe, at most one chunk in each turn of the loop, so that a flood does not delay other players. */
export class PipeReader {
  reads = 0;
  readonly #descriptor: number;
  readonly #clock: () => Nanos;
  readonly #listener: PipeListener;
  readonly #ended: (at: Nanos) => void;
  #socket: Socket | undefined;
  #buffer = incoming;
  #paused = false;
  #closing: Promise<void> | undefined;

  constructor(descriptor: number, clock: () => Nanos, listener: PipeListener, ended: (at: Nanos) => void) {
    this.#descriptor = descriptor;
    this.#clock = clock;
    this.#listener = listener;
    this.#ended = ended;
  }

  get paused(): boolean {
    return this.#paused;
  }

  begin(): void {
    if (this.#closing || this.#socket) return;
    const callback = (count: number) => this.#arrived(count);
    const socket = new Socket({
      fd: this.#descriptor,
      readable: true,
      writable: false,
      onread: { buffer: () => this.#buffer, callback },
    });
    this.#socket = socket;
    socket.on('end', () => this.#ended(this.#clock()));
    socket.on('error', () => this.#ended(this.#clock()));
    if (this.#paused) socket.pause();
  }

  pause(): void {
    this.#paused = true;
    this.#socket?.pause();
  }

  resume(): void {
    this.#paused = false;
    this.#socket?.resume();
  }

  /** Reads at most a page at once from now on. */
  readInSmallPieces(): void {
    if (this.#closing || this.#buffer === page) return;
    this.#buffer = page;
    setV8Option(NURSERY.stays);
  }

  /** Resolves when the descriptor is closed. */
  async close(): Promise<void> {
    await (this.#closing ??= this.#close());
    if (this.#buffer === page) setV8Option(NURSERY.grows);
  }

  async #close(): Promise<void> {
    if (this.#socket) await closeSocket(this.#socket);
    else closeSync(this.#descriptor);
  }

  /** Returns whether to read on in this turn of the loop. */
  #arrived(count: number): boolean {
    const at = this.#clock();
    this.reads++;
    this.#listener.read(incoming.slice(0, count), at);
    // Pauses after small reads would cost a system call each and change the order of arrival.
    if (count < PAGE || (count < LARGEST_READ && this.#buffer === incoming)) return true;
    setImmediate(() => this.#paused || this.#closing || this.#socket?.resume());
    return false;
  }
}

export interface Sink {
  write(bytes: Uint8Array): void;
  /** Resolves when everything is written. */
  end(): Promise<void>;
}

export const discardSink: Sink = { write() {}, end: async () => {} };

const KEPT = 65_536;

/** The number of stored bytes at the end of a pipe. */
interface Kept {
  readonly text?: number | undefined;
  readonly lines?: number | undefined;
}

/** Output of dead writers is read within a turn or two of the loop. */
const LONGEST_DRAIN_MS = 250;

/** A pipe that is always read, such as standard error. Its end is stored. */
export class DrainedPipe {
  readonly #last: LastBytes;
  readonly #mostText: number;
  readonly #lines: LastLines | undefined;
  readonly #reader: PipeReader;
  readonly #sink: Sink;
  readonly #ended = Promise.withResolvers<void>();

  constructor(descriptor: number, clock: () => Nanos, sink: Sink = discardSink, kept: Kept = {}) {
    const { text = KEPT, lines = 0 } = kept;
    this.#last = new LastBytes(Math.max(text, lines));
    this.#mostText = text;
    this.#lines = lines === 0 ? undefined : new LastLines(lines, this.#last);
    this.#sink = sink;
    const listener = { read: (bytes: Uint8Array, at: Nanos) => this.#read(bytes, at) };
    this.#reader = new PipeReader(descriptor, clock, listener, () => this.#ended.resolve());
    this.#reader.begin();
  }

  get text(): string {
    return this.#last.text(this.#mostText);
  }

  /** The first lines, if the text does not contain them. */
  get start(): string | undefined {
    return this.#last.start(this.#mostText);
  }

  get lines(): WrittenLines | undefined {
    return this.#lines?.lines;
  }

  /** When all writers have ended, reads to the end and closes the pipe. */
  async finish(): Promise<void> {
    const bound = setTimeout(this.#ended.resolve, LONGEST_DRAIN_MS);
    await this.#ended.promise;
    clearTimeout(bound);
    await Promise.all([this.#reader.close(), this.#sink.end()]);
  }

  #read(bytes: Uint8Array, at: Nanos): void {
    this.#lines?.push(bytes.length, at);
    this.#last.push(bytes);
    this.#sink.write(bytes);
    // A flood left to the garbage collector would first fill 64 MiB.
    (bytes.buffer as ArrayBuffer).transfer(0);
  }
}

/** The number of stored bytes at the beginning. */
const MOST_OF_START = 2_048;

/** Stores copies of the end and of some of the beginning. */
export class LastBytes {
  readonly #cap: number;
  /** Twice the stored size, so that bytes are moved rarely. */
  #bytes: Uint8Array | undefined;
  #length = 0;
  #start: Uint8Array = new Uint8Array(0);
  #total = 0;

  constructor(cap: number) {
    this.#cap = cap;
  }

  push(bytes: Uint8Array): void {
    if (this.#cap === 0) return;
    const missing = Math.min(MOST_OF_START, this.#cap) - this.#start.length;
    if (missing > 0) this.#start = Buffer.concat([this.#start, bytes.subarray(0, missing)]);
    this.#total += bytes.length;
    const last = bytes.subarray(-this.#cap);
    const kept = (this.#bytes ??= new Uint8Array(2 * this.#cap));
    if (this.#length + last.length > kept.length) {
      kept.copyWithin(0, this.#length - this.#cap, this.#length);
      this.#length = this.#cap;
    }
    kept.set(last, this.#length);
    this.#length += last.length;
  }

  get total(): number {
    return this.#total;
  }

  text(most = this.#cap): string {
    return this.bytes(most).toString('utf8');
  }

  bytes(most = this.#cap): Buffer {
    const from = Math.max(0, this.#length - most);
    return Buffer.from(this.#bytes?.subarray(from, this.#length) ?? []);
  }

  /** The first lines, if the end does not contain them. */
  start(most = this.#cap): string | undefined {
    return most > 0 && this.#total > most ? Buffer.from(this.#start).toString('utf8') : undefined;
  }
}

/** A limit on the lines of a record. */
const MOST_MOMENTS = 50_000;
const LF = 10;

/** The last lines, each with the time of the read that has its first byte. */
class LastLines {
  readonly #most: number;
  readonly #last: LastBytes;
  /** For each read, the total size after it and its time. */
  #ends: number[] = [];
  #times: Nanos[] = [];
  /** Earlier entries are not needed. */
  #first = 0;
  #total = 0;

  constructor(most: number, last: LastBytes) {
    this.#most = most;
    this.#last = last;
  }

  push(length: number, at: Nanos): void {
    this.#total += length;
    this.#ends.push(this.#total);
    this.#times.push(at);
    while (this.#ends[this.#first]! <= this.#total - this.#most) this.#first++;
    if (this.#first < 1024 || 2 * this.#first < this.#ends.length) return;
    this.#ends = this.#ends.slice(this.#first);
    this.#times = this.#times.slice(this.#first);
    this.#first = 0;
  }

  get lines(): WrittenLines | undefined {
    if (this.#total === 0) return undefined;
    const bytes = this.#last.bytes(this.#most);
    const before = this.#total - bytes.length;
    // A partial first line is left out, unless there is no other.
    const second = bytes.indexOf(LF) + 1;
    const whole = before === 0 || second === bytes.length ? 0 : second;
    const parts: { at: Nanos; readonly lines: string[]; readonly from: number }[] = [];
    let read = this.#first;
    for (let from = whole; from < bytes.length; ) {
      const end = bytes.indexOf(LF, from);
      const to = end === -1 ? bytes.length : end;
      while (this.#ends[read]! <= before + from) read++;
      const at = this.#times[read]!;
      const line = lineIn(bytes.toString('latin1', from, to));
      if (parts.at(-1)?.at === at) parts.at(-1)!.lines.push(line);
      else parts.push({ at, lines: [line], from: before + from });
      from = to + 1;
    }
    const kept = parts.slice(-MOST_MOMENTS);
    return { parts: kept.map(({ at, lines }) => ({ at, lines })), leftOut: kept[0]?.from ?? this.#total };
  }
}

/** Escapes what is no text. A line of Windows ends in a carriage return. */
function lineIn(bytes: string): string {
  return bytes.replace(/\r$/, '').split('\t').map(visibleUtf8).join('\t');
}

/** Resolves when the descriptor is closed. */
export async function closeSocket(socket: Socket): Promise<void> {
  socket.destroy();
  if (!socket.closed) await once(socket, 'close');
}
