import { closeSync, constants, fstatSync, openSync, statSync, writeSync } from 'node:fs';
import { Socket } from 'node:net';
import { Writable } from 'node:stream';
import { cut, visible, visibleUtf8 } from '../core/text.ts';
import type { Nanos } from '../core/units.ts';
import { faultInWords } from '../files/file-fault.ts';
import { leaveOtherNames, openOutput } from '../files/write-file.ts';
import {
  type EventSink,
  eventLine,
  type LinePieces,
  linePieces,
  type Noted,
  type SharedEvent,
} from './noted.ts';

/** Larger than the notes of an ordinary turn of the loop. */
const MOST_WAITING = 64 * 1024;

// One buffer for all records. Discarded buffers would first fill 64 MiB.
const outgoing = new Uint8Array(2 * MOST_WAITING);
const encoder = new TextEncoder();

/**
 * Writes events to a file, a line each, at the end of each turn of the loop and never between the letters of
 * a gate. A kill of the host loses at most the last turn.
 */
export class Recorder implements EventSink {
  readonly path: string;
  readonly #fd: number;
  #lines = '';
  #flushing: NodeJS.Immediate | undefined;
  #failure: Error | undefined;

  /** Throws if the file cannot be made. */
  constructor(path: string) {
    this.path = path;
    leaveOtherNames(path);
    this.#fd = openOutput(path);
  }

  /** The reason why the record is incomplete. A full disk ends the record, never the game. */
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

  /** Writes everything so far, or sets `failure`. */
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

/** The limit of unread bytes in memory. */
const MOST_UNREAD = 64 * 2 ** 20;
/** After the game, a reader has this time to read everything. */
const LONGEST_REST_MS = 10_000;

/** Writes events to a pipe. A slow reader delays neither the host nor the players. */
export class PipeRecorder implements EventSink {
  readonly path: string;
  readonly #stream: Writable;
  #failure: Error | undefined;

  constructor(path: string, stream: Writable) {
    this.path = path;
    this.#stream = stream.on('error', (error) => this.#fail(error));
  }

  get failure(): string | undefined {
    return this.#failure && faultInWords(this.#failure);
  }

  take(event: Noted): void {
    if (this.#failure) return;
    this.#stream.write(`${eventLine(event)}\n`);
    if (this.#stream.writableLength > MOST_UNREAD)
      this.#fail(new Error(`its reader is too slow: ${MOST_UNREAD} bytes are unread`));
  }

  async flush(): Promise<void> {
    if (this.#failure) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const bound = setTimeout(() => {
      this.#fail(new Error(`its reader has not read the rest in ${LONGEST_REST_MS / 1000} s`));
      resolve();
    }, LONGEST_REST_MS);
    this.#stream.once('error', () => resolve());
    this.#stream.write('', () => resolve());
    await promise;
    clearTimeout(bound);
  }

  close(): void {
    if (this.#stream !== process.stdout) this.#stream.destroy();
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    this.close();
  }
}

/** `-` is standard output. */
export function recorderTo(path: string): Recorder | PipeRecorder {
  if (path === '-') return new PipeRecorder('standard output', standardOutput());
  const isPipe = statSync(path, { throwIfNoEntry: false })?.isFIFO();
  return isPipe ? new PipeRecorder(path, pipeTo(path)) : new Recorder(path);
}

function standardOutput(): Writable {
  if (!fstatSync(1).isFIFO()) return process.stdout;
  // The end of the reader is reported to the code that waits for standard output.
  return pipeTo('/proc/self/fd/1').on('error', (error) => process.stdout.emit('error', error));
}

/** Opens a separate description of the pipe, so that a full pipe blocks nobody. */
function pipeTo(path: string): Writable {
  try {
    const fd = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
    return new Socket({ fd, readable: false, writable: true });
  } catch (error) {
    // The reader has just ended.
    return new Writable({ write: (_bytes, _encoding, done) => done() }).destroy(error as Error);
  }
}

/** Prints the conversation as it happens. `<` is written by the host, `>` by a player. */
export class Trace {
  readonly #write: (line: string) => void;
  readonly #width: number;
  #start: Nanos | undefined;

  constructor(write: (line: string) => void, width: number) {
    this.#write = write;
    this.#width = width;
  }

  show(event: SharedEvent, at: Nanos): void {
    this.#start ??= at;
    const said = whatWasSaid(event);
    if (said === undefined) return;
    const time = ((at - this.#start) / 1e6).toFixed(3).padStart(10);
    this.#write(cut(`${time} ms  ${said}`, this.#width));
  }
}

function whatWasSaid(event: SharedEvent): string | undefined {
  switch (event.type) {
    case 'out':
      return `${event.seat} < ${visible(event.text)}`;
    case 'in':
      return `${event.seat} > ${visibleUtf8(Buffer.from(event.data).toString('latin1'))}`;
    case 'signal':
      return `${event.to} ! ${event.signal}`;
    case 'exit':
      return `${event.seat} ! ended: ${event.signal ?? `status ${event.code}`}`;
    case 'offence':
      return `${event.seat} ! ${event.kind} (${event.rule}): ${visible(event.detail)}`;
    case 'gone':
      return `${event.seat} ! gone: ${event.cause}`;
    default:
      return undefined;
  }
}
