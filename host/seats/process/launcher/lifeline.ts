import { closeSync, writeSync } from 'node:fs';
import { Socket } from 'node:net';

/** The host's end of the pipe that a slot is told its orders on. When it is closed, however that comes, the slot ends. */
export class Lifeline {
  readonly #descriptor: number;
  /** Only for orders that are larger than a pipe. */
  #socket: Socket | undefined;
  #closed = false;

  constructor(descriptor: number) {
    this.#descriptor = descriptor;
  }

  write(orders: string): void {
    const bytes = Buffer.from(orders);
    const written = this.#writeNow(bytes);
    if (written === bytes.length) return;
    this.#socket = new Socket({ fd: this.#descriptor, readable: false, writable: true });
    this.#socket.on('error', () => {}).write(bytes.subarray(written));
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    if (this.#socket) this.#socket.destroy();
    else closeSync(this.#descriptor);
  }

  #writeNow(bytes: Buffer): number {
    try {
      return writeSync(this.#descriptor, bytes);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return 0;
      // The slot is gone already, or ends without orders: its reports say so.
      this.close();
      return bytes.length;
    }
  }
}
