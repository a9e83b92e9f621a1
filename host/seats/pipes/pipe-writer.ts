import { Socket } from 'node:net';
import { closeSocket } from './close-socket.ts';

/** Writes to one player. That it closed its input, or is gone, is no news here: sends are dropped from then on. */
export class PipeWriter {
  readonly #socket: Socket;
  readonly #cap: number;
  readonly #overflow: (bytesWaiting: number) => void;

  constructor(descriptor: number, cap: number, overflow: (bytesWaiting: number) => void) {
    this.#cap = cap;
    this.#overflow = overflow;
    this.#socket = new Socket({ fd: descriptor, readable: false, writable: true });
    this.#socket.on('error', () => {});
  }

  send(text: string): void {
    if (this.#socket.destroyed) return;
    this.#socket.write(text, 'latin1');
    const waiting = this.#socket.writableLength;
    if (waiting <= this.#cap) return;
    void this.close();
    this.#overflow(waiting);
  }

  async close(): Promise<void> {
    await closeSocket(this.#socket);
  }
}
