import type { Nanos } from '../../../core/units.ts';
import { LastBytes } from './last-bytes.ts';
import { PipeReader } from './pipe-reader.ts';

/** The listener for all that is read. */
export interface Sink {
  write(bytes: Uint8Array): void;
  /** Done when all of it is where it belongs. */
  end(): Promise<void>;
}

export const nowhere: Sink = { write() {}, end: async () => {} };

const KEPT = 65_536;
/** What its dead writers left in the pipe is read within a turn or two of the loop. */
const LONGEST_DRAIN_MS = 250;

/** A pipe that is always read, such as a player's standard error: the end of it is kept. */
export class DrainedPipe {
  readonly #last: LastBytes;
  readonly #reader: PipeReader;
  readonly #sink: Sink;
  readonly #ended = Promise.withResolvers<void>();

  constructor(descriptor: number, clock: () => Nanos, sink: Sink = nowhere, kept = KEPT) {
    this.#last = new LastBytes(kept);
    this.#sink = sink;
    const listener = { read: (bytes: Uint8Array) => this.#read(bytes) };
    this.#reader = new PipeReader(descriptor, clock, listener, () => this.#ended.resolve());
    this.#reader.begin();
  }

  get text(): string {
    return this.#last.text();
  }

  /** Its first lines, where they are not in the text. */
  get start(): string | undefined {
    return this.#last.start();
  }

  /** All writers have ended: the rest is read, and all is closed. */
  async finish(): Promise<void> {
    const bound = setTimeout(this.#ended.resolve, LONGEST_DRAIN_MS);
    await this.#ended.promise;
    clearTimeout(bound);
    await Promise.all([this.#reader.close(), this.#sink.end()]);
  }

  #read(bytes: Uint8Array): void {
    this.#last.push(bytes);
    this.#sink.write(bytes);
    // It is not needed any more. Left to the garbage collector, a flood of it would first fill 64 MiB.
    (bytes.buffer as ArrayBuffer).transfer(0);
  }
}
