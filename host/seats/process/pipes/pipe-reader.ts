import { once } from 'node:events';
import { closeSync } from 'node:fs';
import { Socket } from 'node:net';
import { visibleUtf8 } from '../../../core/text.ts';
import type { Nanos } from '../../../core/units.ts';
import { setV8Option } from '../../../files/compile-cache.ts';
import type { WrittenLines } from '../../../match/seat.ts';

interface PipeListener {
  /** The bytes are the listener's to keep. */
  read(bytes: Uint8Array, at: Nanos): void;
}

const LARGEST_READ = 65_536;
/** The least that a full pipe takes again: a writer that has filled it waits until a page is free. */
const PAGE = 4096;

// One for all pipes: it is filled, copied from and free again within one callback of the loop.
const incoming = new Uint8Array(LARGEST_READ);
const page = incoming.subarray(0, PAGE);

/** V8's nursery grows with what comes and goes, to some 30 MB: of a flood it would only hold more. */
const NURSERY = { grows: '--semi-space-growth-factor=2', stays: '--semi-space-growth-factor=1' } as const;

/** Reads one pipe: at most one chunk in each turn of the loop, so that a flood does not delay other players. */
export class PipeReader {
  /** How often something was read. */
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

  /** From now on no more than a page at once. */
  readInSmallPieces(): void {
    if (this.#closing || this.#buffer === page) return;
    this.#buffer = page;
    setV8Option(NURSERY.stays);
  }

  /** Its descriptor is closed when this is done. */
  async close(): Promise<void> {
    await (this.#closing ??= this.#close());
    if (this.#buffer === page) setV8Option(NURSERY.grows);
  }

  async #close(): Promise<void> {
    if (this.#socket) await closeSocket(this.#socket);
    else closeSync(this.#descriptor);
  }

  /** The answer says whether to go on reading in this turn of the loop. */
  #arrived(count: number): boolean {
    const at = this.#clock();
    this.reads++;
    this.#listener.read(incoming.slice(0, count), at);
    // Stopping after small reads too would cost a system call each, and disturb the order of arrival.
    if (count < PAGE || (count < LARGEST_READ && this.#buffer === incoming)) return true;
    setImmediate(() => this.#paused || this.#closing || this.#socket?.resume());
    return false;
  }
}

/** The listener for all that is read. */
export interface Sink {
  write(bytes: Uint8Array): void;
  /** Done when all of it is where it belongs. */
  end(): Promise<void>;
}

export const discardSink: Sink = { write() {}, end: async () => {} };

const KEPT = 65_536;

/** How much is kept of the end of what went by, in bytes. */
interface Kept {
  /** As text. */
  readonly text?: number | undefined;
  /** As lines with their times. */
  readonly lines?: number | undefined;
}

/** What its dead writers left in the pipe is read within a turn or two of the loop. */
const LONGEST_DRAIN_MS = 250;

/** A pipe that is always read, such as a player's standard error: the end of it is kept. */
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

  /** Its first lines, where they are not in the text. */
  get start(): string | undefined {
    return this.#last.start(this.#mostText);
  }

  /** The end of it in lines; none: nothing was written, or no lines are kept. */
  get lines(): WrittenLines | undefined {
    return this.#lines?.lines;
  }

  /** All writers have ended: the rest is read, and all is closed. */
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
    // It is not needed any more. Left to the garbage collector, a flood of it would first fill 64 MiB.
    (bytes.buffer as ArrayBuffer).transfer(0);
  }
}

/** Of what is not kept whole, so much of its beginning is kept, too. */
const MOST_OF_START = 2_048;

/** Keeps the end of what went by and some of its beginning, and nothing of what it is given. */
export class LastBytes {
  readonly #cap: number;
  /** Twice what is kept, so that it is moved to the front now and then only. */
  #bytes: Uint8Array | undefined;
  #length = 0;
  /** All that went by, until there is as much as is kept of the beginning. */
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

  /** How much went by. */
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

  /** The first lines, where the end does not hold them. */
  start(most = this.#cap): string | undefined {
    return most > 0 && this.#total > most ? Buffer.from(this.#start).toString('utf8') : undefined;
  }
}

/** More are not kept: each is a line of a record. */
const MOST_MOMENTS = 50_000;
const LF = 10;

/** The end of what went by in lines, each with the time of the read that had its first byte. */
class LastLines {
  readonly #most: number;
  readonly #last: LastBytes;
  /** Of each read: how much had gone by after it, and when it was. */
  #ends: number[] = [];
  #times: Nanos[] = [];
  /** Before it none is needed any more. */
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
    // Where something is left out, the first line is a part of one: unless there is no other, it is left out, too.
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

/** Bytes as text: what is no letter is escaped, and a line of Windows ends in a carriage return. */
function lineIn(bytes: string): string {
  return bytes.replace(/\r$/, '').split('\t').map(visibleUtf8).join('\t');
}

/** Its descriptor is closed when this is done. */
export async function closeSocket(socket: Socket): Promise<void> {
  socket.destroy();
  if (!socket.closed) await once(socket, 'close');
}
