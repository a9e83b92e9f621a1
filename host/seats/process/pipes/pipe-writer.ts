import { writeSync } from 'node:fs';
import { Socket } from 'node:net';
import { closeSocket } from './close-socket.ts';
import { Unsent } from './unsent.ts';

/** What is sent in one turn of the loop goes together, up to so much: less than any cap. */
const MOST_TOGETHER = 1000;

/**
 * Writes to one player: the first that is sent in a turn of the loop at once, more at the end of it, for each write
 * is a system call and a flood of messages a flood of answers. That the player closed its input, or is gone, is no
 * news here: sends are dropped from then on.
 */
export class PipeWriter {
  readonly #descriptor: number;
  readonly #socket: Socket;
  readonly #cap: number;
  readonly #overflow: (bytesWaiting: number) => void;
  /** Written in one piece once the pipe takes more: as writes of their own, short messages cost 50 times their size. */
  readonly #waiting = new Unsent();
  /** In this turn of the loop, or the pipe is full. */
  #wrote = false;
  /** How much was sent after the first message, which is the set-up: the player may still be starting. */
  #sentSince = -1;
  #goesOn = false;
  #ending = false;

  constructor(descriptor: number, cap: number, overflow: (bytesWaiting: number) => void) {
    this.#descriptor = descriptor;
    this.#cap = cap;
    this.#overflow = overflow;
    this.#socket = new Socket({ fd: descriptor, readable: false, writable: true });
    this.#socket.on('error', () => {});
  }

  /** With `more`, another comes at once: they go together. */
  send(text: string, more = false): void {
    if (this.#ending || this.#socket.destroyed || this.#hasOverflowed()) return;
    this.#goesOn = more;
    this.#sentSince = this.#sentSince < 0 ? 0 : this.#sentSince + text.length;
    this.#waiting.add(text);
    if (!more && (!this.#wrote || this.#waiting.length > MOST_TOGETHER)) this.#write();
  }

  /** A message is not held against a player before it could be read: what counts is what waited until now. */
  #hasOverflowed(): boolean {
    if (this.#goesOn) return false;
    const waiting = Math.min(this.#socket.writableLength + this.#waiting.length, this.#sentSince);
    if (waiting <= this.#cap) return false;
    void this.close();
    this.#overflow(waiting);
    return true;
  }

  /** Nothing more is sent: the player's input ends once all that was sent is written. */
  end(): void {
    this.#ending = true;
    if (!this.#wrote) this.#write();
    this.#closeIfWritten();
  }

  #closeIfWritten(): void {
    const isWritten = this.#waiting.length === 0 && this.#socket.writableLength === 0;
    if (this.#ending && isWritten) void this.close();
  }

  /** What waits is dropped. */
  async close(): Promise<void> {
    this.#waiting.take();
    await closeSocket(this.#socket);
  }

  #write(): void {
    if (this.#waiting.length === 0 || this.#socket.destroyed || this.#socket.writableLength > 0) return;
    const left = this.#writeNow(this.#waiting.take());
    this.#wrote = true;
    if (left) this.#socket.write(left, this.#written);
    else process.nextTick(this.#written);
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
      this.#socket.destroy();
      return undefined;
    }
  }

  /** All that is to be done in this turn of the loop is done, or the pipe takes more. */
  readonly #written = (): void => {
    this.#wrote = false;
    this.#write();
    this.#closeIfWritten();
  };
}
