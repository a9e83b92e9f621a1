import type { Duplex } from 'node:stream';
import { LostConnection } from './errors.ts';
import { type Message, MessageReader } from './wire/message-reader.ts';

/** Messages to and from a server, in their order. */
export class Channel {
  readonly #socket: Duplex;
  readonly #came: Message[] = [];
  #loss: LostConnection | undefined;
  #wake: (() => void) | undefined;

  constructor(socket: Duplex) {
    this.#socket = socket;
    const reader = new MessageReader();
    socket.on('data', (piece: Buffer) => this.#read(reader, piece));
    socket.on('error', (error) => this.lose(`the connection failed: ${error.message}`, error));
    socket.on('close', () => this.lose('the server closed the connection'));
  }

  get isLost(): boolean {
    return this.#loss !== undefined;
  }

  send(...messages: readonly Buffer[]): void {
    if (this.#loss) throw this.#loss;
    this.#socket.write(Buffer.concat(messages));
  }

  /** Throws a `LostConnection` when there will be none. */
  async next(): Promise<Message> {
    for (;;) {
      const message = this.#came.shift();
      if (message) return message;
      if (this.#loss) throw this.#loss;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  lose(why: string, cause?: unknown): void {
    this.#loss ??= new LostConnection(why, cause);
    this.#socket.destroy();
    this.#wake?.();
  }

  /** After what was sent. */
  end(last: Buffer): void {
    if (!this.#loss) this.#socket.end(last);
    this.#loss ??= new LostConnection('the connection is closed');
    this.#wake?.();
  }

  #read(reader: MessageReader, piece: Buffer): void {
    try {
      for (const message of reader.read(piece)) this.#came.push(message);
    } catch (error) {
      this.lose('what answers there does not speak the protocol of PostgreSQL', error);
    }
    this.#wake?.();
  }
}
