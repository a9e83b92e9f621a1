import { Socket } from 'node:net';
import { closeSocket } from './close-socket.ts';

/** Writes to one player. That it closed its input, or is gone, is no news here: sends are dropped from then on. */
export class PipeWriter {
  readonly #socket: Socket;
  readonly #cap: number;
  readonly #overflow: (bytesWaiting: number) => void;
  /** Written in one piece once the pipe takes more: as writes of their own, short messages cost 50 times their size. */
  #waiting = '';

  constructor(descriptor: number, cap: number, overflow: (bytesWaiting: number) => void) {
    this.#cap = cap;
    this.#overflow = overflow;
    this.#socket = new Socket({ fd: descriptor, readable: false, writable: true });
    this.#socket.on('error', () => {});
  }

  send(text: string): void {
    if (this.#socket.destroyed) return;
    if (this.#socket.writableLength === 0) this.#write(text);
    else this.#waiting += text;
    const waiting = this.#socket.writableLength + this.#waiting.length;
    if (waiting <= this.#cap) return;
    void this.close();
    this.#overflow(waiting);
  }

  async close(): Promise<void> {
    this.#waiting = '';
    await closeSocket(this.#socket);
  }

  #write(text: string): void {
    this.#socket.write(text, 'latin1', this.#written);
  }

  readonly #written = (): void => {
    if (this.#waiting === '' || this.#socket.destroyed || this.#socket.writableLength > 0) return;
    const text = this.#waiting;
    this.#waiting = '';
    this.#write(text);
  };
}
