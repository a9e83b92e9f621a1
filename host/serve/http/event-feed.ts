import type { Context } from './answers.ts';

/** One of `text/event-stream`. */
export interface ServerEvent {
  readonly name: string;
  /** Written as JSON. */
  readonly data: unknown;
}

interface Bounds {
  /** A reader that has not read so many bytes is told no more until it has read them. */
  readonly mostUnread?: number;
  /** So long it may take for that. */
  readonly longestWaitMs?: number;
  readonly keepAliveMs?: number;
}

type Bytes = Uint8Array<ArrayBuffer>;

interface Reader {
  readonly events: ReadableStreamDefaultController<Bytes>;
  /** Ends its connection. */
  readonly giveUp: () => void;
  /** When it has read what it was sent, it gets everything as it is then; this is when it is given up. */
  behind: NodeJS.Timeout | undefined;
}

/** A browser that has lost the connection comes back after so long. */
const RETRY_MS = 1000;

/**
 * Events to any number of readers. Each gets everything as it is when it comes, and after that what changes. One that reads
 * slowly misses changes, and gets everything again instead: so what is kept for it has a bound.
 */
export class EventFeed {
  readonly #everything: () => readonly ServerEvent[];
  readonly #mostUnread: number;
  readonly #longestWaitMs: number;
  readonly #keepAliveMs: number;
  readonly #readers = new Set<Reader>();
  #keepAlive: NodeJS.Timeout | undefined;
  #isOver = false;
  /** Told when the first reader comes and when the last one leaves. */
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

  /** One more reader. What it has not yet read waits in the stream, which asks for more when it is read to its end. */
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

  /** After this event there is none: all readers are let go. Without one, they come back when they can. */
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
