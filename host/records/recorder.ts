import { closeSync, openSync, writeSync } from 'node:fs';
import { eventLine } from './event-line.ts';
import type { EventSink, Noted } from './event-log.ts';

/**
 * Events to a file, a line each. Lines are written at the end of each turn of the loop, never between the
 * letters of a gate; after a kill of the host at most the last turn is missing.
 */
export class Recorder implements EventSink {
  readonly path: string;
  readonly #fd: number;
  #lines = '';
  #flushing: NodeJS.Immediate | undefined;
  #failure: Error | undefined;

  /** Throws where the file cannot be made. */
  constructor(path: string) {
    this.path = path;
    this.#fd = openSync(path, 'w', 0o644);
  }

  /** Why the record is not whole: a full disk ends the record, never the game. */
  get failure(): Error | undefined {
    return this.#failure;
  }

  take(event: Noted): void {
    this.#lines += `${eventLine(event)}\n`;
    if (this.#lines.length > 2 ** 20) this.flush();
    else this.#flushing ??= setImmediate(() => this.flush());
  }

  close(): void {
    this.flush();
    closeSync(this.#fd);
  }

  /** All that was taken so far is in the file, or `failure` says why not. */
  flush(): void {
    if (this.#flushing) clearImmediate(this.#flushing);
    this.#flushing = undefined;
    const bytes = Buffer.from(this.#lines, 'utf8');
    this.#lines = '';
    if (this.#failure) return;
    try {
      for (let written = 0; written < bytes.length; ) written += writeSync(this.#fd, bytes, written);
    } catch (error) {
      this.#failure = error as Error;
    }
  }
}
