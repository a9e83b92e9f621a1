import { Buffer } from 'node:buffer';
import { closeSync, constants, openSync, readSync, writeSync } from 'node:fs';
import { Socket } from 'node:net';
import { SOON_MS, type When } from '../../../match/seat.ts';
import { closeSocket } from './pipe-reader.ts';

/** Texts of one turn are joined up to this size, which is less than any cap. */
const MOST_TOGETHER = 1000;

/** A promise takes half the time of `process.nextTick`. */
const soon = Promise.resolve();

/** All writers with delayed text share a timer, because a timer each would cost as much as a write. */
let delayed = new Set<() => void>();

function writeDelayed(): void {
  const due = delayed;
  delayed = new Set();
  for (const write of due) write();
}

/**
 * Writes to a player: the first text at once, more after the current code, because each write is a system
 * call that wakes the player. Texts to a player that closed its input are dropped silently.
 */
export class PipeWriter {
  readonly #descriptor: number;
  readonly #cap: number;
  readonly #overflow: (bytesWaiting: number) => void;
  readonly #refused: (error: Error) => void;
  /** Only for what the pipe did not take at once, which is rare. */
  #socket: Socket | undefined;
  #closed = false;
  /** Written in one piece when the pipe takes more: separate short writes cost 50 times their size. */
  readonly #waiting = new Unsent();
  /** The current code has written, or the pipe is full. */
  #wrote = false;
  /** Bytes after the set-up, during which the player may still be starting. */
  #sentSince = -1;
  /** More text of this host follows. */
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

  /** Only text that could have been read counts against a player. */
  #hasOverflowed(): boolean {
    if (this.#isDelayed) return false;
    const waiting = Math.min(this.#unwritten() + this.#waiting.length, this.#sentSince);
    if (waiting <= this.#cap) return false;
    void this.close();
    this.#overflow(waiting);
    return true;
  }

  flush(): void {
    this.#isDelayed = false;
    if (!this.#wrote) this.#write();
  }

  /** Takes the content of the pipe out and puts it back, because no system call tells its size. */
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

  /** The player's input ends after the last byte. */
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

  /** A direct write costs half of a stream of Node, which gets only what the pipe does not take. */
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

  /** A closed pipe is the player's doing. Other errors, such as a lack of memory, are not. */
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

  readonly #written = (): void => {
    this.#wrote = false;
    if (!this.#isDelayed) this.#write();
    this.#closeIfWritten();
  };
}

/** What is in a pipe mostly fits. */
const piece = Buffer.alloc(65_536);

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
    // The pipe is empty.
  }
  Error.stackTraceLimit = stackTraceLimit;
  closeSync(readable);
  return Buffer.concat(taken);
}

/** V8 flattens a rope of this size in no time. */
const LONGEST_ROPE = 4096;

/** Unwritten text. A hundred thousand short strings would slow each garbage collection by milliseconds. */
class Unsent {
  #rope = '';
  #pieces: Buffer[] = [];
  #setAside = 0;

  /** Approximate: the last string is counted in characters. */
  get length(): number {
    return this.#setAside + this.#rope.length;
  }

  add(text: string): void {
    this.#rope += text;
    if (this.#rope.length > LONGEST_ROPE) this.#flatten();
  }

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
