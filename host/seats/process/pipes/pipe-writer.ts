import { Buffer } from 'node:buffer';
import { closeSync, constants, openSync, readSync, writeSync } from 'node:fs';
import { Socket } from 'node:net';
import { SOON_MS, type When } from '../../../match/seat.ts';
import { closeSocket } from './pipe-reader.ts';

/** What is sent at one go goes together, up to so much: less than any cap. */
const MOST_TOGETHER = 1000;

/** When the code under way is done: takes half the time of `process.nextTick`, and less before that is compiled. */
const soon = Promise.resolve();

/** Of all writers, whose text waits for what is sent next. A timer for each would cost as much as a write. */
let delayed = new Set<() => void>();

function writeDelayed(): void {
  const due = delayed;
  delayed = new Set();
  for (const write of due) write();
}

/**
 * Writes to one player: the first that is sent at once, more when the code under way is done, for each write is a system
 * call, which wakes the player, and a flood of messages a flood of answers. That the player closed its input, or is gone, is no
 * news here: sends are dropped from then on.
 */
export class PipeWriter {
  readonly #descriptor: number;
  readonly #cap: number;
  readonly #overflow: (bytesWaiting: number) => void;
  readonly #refused: (error: Error) => void;
  /** Only for what the pipe did not take at once: most players never need it. */
  #socket: Socket | undefined;
  #closed = false;
  /** Written in one piece once the pipe takes more: as writes of their own, short messages cost 50 times their size. */
  readonly #waiting = new Unsent();
  /** By the code under way, or the pipe is full. */
  #wrote = false;
  /** How much was sent after the first message, which is the set-up: the player may still be starting. */
  #sentSince = -1;
  /** By this host: more is to go with it. */
  #isDelayed = false;
  #ending = false;

  constructor(
    descriptor: number,
    cap: number,
    overflow: (bytesWaiting: number) => void,
    refused: (error: Error) => void,
  ) {
    this.#descriptor = descriptor;
    this.#cap = cap;
    this.#overflow = overflow;
    this.#refused = refused;
  }

  send(text: string, when: When = 'now'): void {
    if (this.#ending || this.#isOver() || this.#hasOverflowed()) return;
    this.#isDelayed = when !== 'now';
    this.#sentSince = this.#sentSince < 0 ? 0 : this.#sentSince + text.length;
    this.#waiting.add(text);
    if (when === 'soon') this.#writeSoon();
    else if (when === 'now' && (!this.#wrote || this.#waiting.length > MOST_TOGETHER)) this.#write();
  }

  #writeSoon(): void {
    if (delayed.size === 0) setTimeout(writeDelayed, SOON_MS);
    delayed.add(this.#afterDelay);
  }

  readonly #afterDelay = (): void => {
    if (!this.#isDelayed) return;
    this.#isDelayed = false;
    if (!this.#wrote) this.#write();
  };

  /** A message is not held against a player before it could be read: what counts is what waited until now. */
  #hasOverflowed(): boolean {
    if (this.#isDelayed) return false;
    const waiting = Math.min(this.#unwritten() + this.#waiting.length, this.#sentSince);
    if (waiting <= this.#cap) return false;
    void this.close();
    this.#overflow(waiting);
    return true;
  }

  /** What waits for more to go with it goes now. */
  flush(): void {
    this.#isDelayed = false;
    if (!this.#wrote) this.#write();
  }

  /**
   * The player has read all that it was sent, or never will. No call of the system tells how much waits in a pipe: what does is
   * taken out, and put back. The player can tell that from nothing: what it reads next comes in its order.
   */
  isRead(): boolean {
    if (this.#isOver()) return true;
    if (this.#waiting.length > 0 || this.#unwritten() > 0) return false;
    const unread = takeAll(this.#descriptor);
    if (unread === undefined || unread.length > 0) {
      const left = unread && this.#writeNow(unread);
      if (left) this.#stream().write(left, this.#written);
      return false;
    }
    return true;
  }

  /** Nothing more is sent: the player's input ends once all that was sent is written. */
  end(): void {
    this.#ending = true;
    this.#isDelayed = false;
    if (!this.#wrote) this.#write();
    this.#closeIfWritten();
  }

  #closeIfWritten(): void {
    const isWritten = this.#waiting.length === 0 && this.#unwritten() === 0;
    if (this.#ending && isWritten) void this.close();
  }

  /** What waits is dropped. */
  async close(): Promise<void> {
    this.#waiting.take();
    const wasClosed = this.#closed;
    this.#closed = true;
    if (this.#socket) await closeSocket(this.#socket);
    else if (!wasClosed) closeSync(this.#descriptor);
  }

  #isOver(): boolean {
    return this.#closed || this.#socket?.destroyed === true;
  }

  #unwritten(): number {
    return this.#socket?.writableLength ?? 0;
  }

  #write(): void {
    if (this.#waiting.length === 0 || this.#isOver() || this.#unwritten() > 0) return;
    const left = this.#writeNow(this.#waiting.take());
    this.#wrote = true;
    if (left) this.#stream().write(left, this.#written);
    else void soon.then(this.#written);
  }

  /**
   * Straight to the pipe, which costs half of what a stream of Node's does; it gets only what the pipe would not take.
   */
  #writeNow(what: string | Buffer): Buffer | undefined {
    try {
      const written = writeSync(this.#descriptor, what as string);
      return written === Buffer.byteLength(what) ? undefined : Buffer.from(what).subarray(written);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return Buffer.from(what);
      void this.close();
      this.#fail(error as Error);
      return undefined;
    }
  }

  /** That nobody reads any more is the player's doing; that the system has no memory for it, say, is not. */
  #fail(error: NodeJS.ErrnoException): void {
    if (error.code !== 'EPIPE') this.#refused(error);
  }

  #stream(): Socket {
    this.#socket ??= new Socket({ fd: this.#descriptor, readable: false, writable: true }).on(
      'error',
      (error) => this.#fail(error),
    );
    return this.#socket;
  }

  /** The code under way is done, or the pipe takes more. */
  readonly #written = (): void => {
    this.#wrote = false;
    if (!this.#isDelayed) this.#write();
    this.#closeIfWritten();
  };
}

/** What is in a pipe mostly fits. */
const piece = Buffer.alloc(65_536);

/** What waits in the pipe with this writable end; none: it cannot be read here. */
function takeAll(writable: number): Buffer | undefined {
  let readable: number;
  try {
    readable = openSync(`/proc/self/fd/${writable}`, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch {
    return undefined;
  }
  const taken: Buffer[] = [];
  const { stackTraceLimit } = Error;
  // The exception of an empty pipe comes for each player, and half of its cost is the stack.
  Error.stackTraceLimit = 0;
  try {
    for (let count = piece.length; count === piece.length; ) {
      count = readSync(readable, piece);
      taken.push(Buffer.from(piece.subarray(0, count)));
    }
  } catch {
    // It is empty.
  }
  Error.stackTraceLimit = stackTraceLimit;
  closeSync(readable);
  return Buffer.concat(taken);
}

/** A rope no longer than this is walked in no time by a collection of garbage. */
const LONGEST_ROPE = 4096;

/**
 * What waits to be written. Kept as text alone, a hundred thousand short answers make each collection of garbage take
 * milliseconds.
 */
class Unsent {
  #rope = '';
  #pieces: Buffer[] = [];
  #setAside = 0;

  /** In bytes, or nearly: the last of it is counted in characters. */
  get length(): number {
    return this.#setAside + this.#rope.length;
  }

  add(text: string): void {
    this.#rope += text;
    if (this.#rope.length > LONGEST_ROPE) this.#flatten();
  }

  /** All of it, which is then gone from here. */
  take(): string | Buffer {
    if (this.#pieces.length > 0) this.#flatten();
    const all = this.#pieces.length > 0 ? Buffer.concat(this.#pieces) : this.#rope;
    this.#rope = '';
    this.#pieces = [];
    this.#setAside = 0;
    return all;
  }

  #flatten(): void {
    const bytes = Buffer.from(this.#rope);
    this.#rope = '';
    this.#pieces.push(bytes);
    this.#setAside += bytes.length;
  }
}
