import type { Context } from './answers.ts';

export interface ServerEvent {
  readonly name: string;
  readonly data: unknown;
}

interface Bounds {
  /** A reader with more unread bytes gets nothing until it has read them. */
  readonly mostUnread?: number;
  /** The limit of that wait. */
  readonly longestWaitMs?: number;
  readonly keepAliveMs?: number;
}

type Bytes = Uint8Array<ArrayBuffer>;

interface Reader {
  readonly events: ReadableStreamDefaultController<Bytes>;
  readonly giveUp: () => void;
  /** A slow reader gets the whole state after it has caught up, or is dropped at this time. */
  behind: NodeJS.Timeout | undefined;
}

/** A browser reconnects after this time. */
const RETRY_MS = 1000;

/**
 * Sends events to any number of readers. A new reader gets the whole state, then changes. A slow reader
 * misses changes and gets the whole state again, so that buffers are bounded.
 */
export class EventFeed {
  readonly #everything: () => readonly ServerEvent[];
  readonly #mostUnread: number;
  readonly #longestWaitMs: number;
  readonly #keepAliveMs: number;
  readonly #readers = new Set<Reader>();
  #keepAlive: NodeJS.Timeout | undefined;
  #isOver = false;
  /** Called for the first reader and after the last one. */
  onReaders: ((areThere: boolean) => void) | undefined;

  constructor(everything: () => readonly ServerEvent[], bounds: Bounds = {}) {
    this.#everything = everything;
    this.#mostUnread = bounds.mostUnread ?? 1_000_000;
    this.#longestWaitMs = bounds.longestWaitMs ?? 30_000;
    this.#keepAliveMs = bounds.keepAliveMs ?? 15_000;
  }

  get readers(): number {
    return this.#readers.size;
  }

  answer(c: Context): Response {
    const headers = { 'content-type': 'text/event-stream' };
    if (c.req.method === 'HEAD') return c.body(null, 200, headers);
    return c.body(
      this.stream(() => c.env.outgoing?.destroy()),
      200,
      headers,
    );
  }

  /** Adds a reader. The stream requests more when it is read to its end. */
  stream(giveUp: () => void): ReadableStream<Bytes> {
    let reader: Reader;
    return new ReadableStream<Bytes>(
      {
        start: (events) => {
          reader = { events, giveUp, behind: undefined };
          this.#add(reader);
        },
        pull: () => this.#catchUp(reader),
        cancel: () => this.#forget(reader),
      },
      new ByteLengthQueuingStrategy({ highWaterMark: 0 }),
    );
  }

  send(event: ServerEvent): void {
    if (this.#readers.size > 0) this.#sendAll(textOf([event]));
  }

  /** Sends a last event and drops all readers. Without one, they reconnect. */
  end(last?: ServerEvent): void {
    this.#isOver = true;
    for (const reader of [...this.#readers]) {
      if (last) reader.events.enqueue(bytesOf(textOf([last])));
      reader.events.close();
      this.#forget(reader);
    }
  }

  #add(reader: Reader): void {
    reader.events.enqueue(bytesOf(`retry: ${RETRY_MS}\n\n${textOf(this.#everything())}`));
    if (this.#isOver) {
      reader.events.close();
      return;
    }
    this.#readers.add(reader);
    this.#waitIfBehind(reader);
    if (this.#readers.size > 1) return;
    this.#keepAlive = setInterval(() => this.#sendAll(':\n\n'), this.#keepAliveMs);
    this.#keepAlive.unref();
    this.onReaders?.(true);
  }

  #sendAll(text: string): void {
    const bytes = bytesOf(text);
    for (const reader of this.#readers)
      if (reader.behind === undefined) {
        reader.events.enqueue(bytes);
        this.#waitIfBehind(reader);
      }
  }

  #waitIfBehind(reader: Reader): void {
    if (-reader.events.desiredSize! <= this.#mostUnread) return;
    reader.behind = setTimeout(reader.giveUp, this.#longestWaitMs);
    reader.behind.unref();
  }

  #catchUp(reader: Reader): void {
    if (reader.behind === undefined) return;
    clearTimeout(reader.behind);
    reader.behind = undefined;
    reader.events.enqueue(bytesOf(textOf(this.#everything())));
    this.#waitIfBehind(reader);
  }

  #forget(reader: Reader): void {
    clearTimeout(reader.behind);
    reader.behind = undefined;
    if (!this.#readers.delete(reader) || this.#readers.size > 0) return;
    clearInterval(this.#keepAlive);
    this.onReaders?.(false);
  }
}

function textOf(events: readonly ServerEvent[]): string {
  return events.map(({ name, data }) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`).join('');
}

const bytesOf = (text: string): Bytes => Buffer.from(text);
