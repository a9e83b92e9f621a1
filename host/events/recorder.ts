import { closeSync, openSync, writeSync } from 'node:fs';
import { leaveOtherNames } from '../files/leave-other-names.ts';
import { faultInWords } from '../files/output/fault-in-words.ts';
import { eventLine, type LinePieces, linePieces } from './event-line.ts';
import type { EventSink, Noted } from './noted.ts';

/** Longer than all that is noted in an ordinary turn of the loop. */
const MOST_WAITING = 64 * 1024;

// One for all records: it is filled and written within one call. Buffers that are let go would first fill 64 MiB.
const outgoing = new Uint8Array(2 * MOST_WAITING);
const encoder = new TextEncoder();

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
    leaveOtherNames(path);
    this.#fd = openSync(path, 'w', 0o644);
  }

  /** Why the record is incomplete: a full disk ends the record, never the game. */
  get failure(): string | undefined {
    return this.#failure && faultInWords(this.#failure);
  }

  take(event: Noted): void {
    const pieces = linePieces(event);
    if (pieces) this.#takeLarge(pieces);
    else this.#lines += `${eventLine(event)}\n`;
    if (this.#lines.length > MOST_WAITING) this.flush();
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
    let lines = this.#lines;
    this.#lines = '';
    while (lines !== '') {
      const { read, written } = encoder.encodeInto(lines, outgoing);
      this.#write(outgoing.subarray(0, written));
      lines = lines.slice(read);
    }
  }

  #takeLarge({ before, bytes, after }: LinePieces): void {
    this.#lines += before;
    this.flush();
    this.#write(bytes);
    this.#lines = `${after}\n`;
  }

  #write(bytes: Uint8Array): void {
    if (this.#failure) return;
    try {
      for (let written = 0; written < bytes.length; ) written += writeSync(this.#fd, bytes, written);
    } catch (error) {
      this.#failure = error as Error;
    }
  }
}
