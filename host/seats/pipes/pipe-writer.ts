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
  readonly #socket: Socket;
  readonly #cap: number;
  readonly #overflow: (bytesWaiting: number) => void;
  /** Written in one piece once the pipe takes more: as writes of their own, short messages cost 50 times their size. */
  readonly #waiting = new Unsent();
  /** In this turn of the loop, or the pipe is full. */
  #wrote = false;

  constructor(descriptor: number, cap: number, overflow: (bytesWaiting: number) => void) {
    this.#cap = cap;
    this.#overflow = overflow;
    this.#socket = new Socket({ fd: descriptor, readable: false, writable: true });
    this.#socket.on('error', () => {});
  }

  send(text: string): void {
    if (this.#socket.destroyed) return;
    this.#waiting.add(text);
    if (!this.#wrote || this.#waiting.length > MOST_TOGETHER) this.#write();
    const waiting = this.#socket.writableLength + this.#waiting.length;
    if (waiting <= this.#cap) return;
    void this.close();
    this.#overflow(waiting);
  }

  async close(): Promise<void> {
    this.#waiting.take();
    await closeSocket(this.#socket);
  }

  #write(): void {
    if (this.#waiting.length === 0 || this.#socket.destroyed || this.#socket.writableLength > 0) return;
    this.#wrote = true;
    this.#socket.write(this.#waiting.take(), 'utf8', this.#written);
  }

  /** Node tells it when all that is to be done in this turn of the loop is done. */
  readonly #written = (): void => {
    this.#wrote = false;
    this.#write();
  };
}
