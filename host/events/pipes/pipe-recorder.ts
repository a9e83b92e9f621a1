import { constants, fstatSync, openSync, statSync } from 'node:fs';
import { Socket } from 'node:net';
import { Writable } from 'node:stream';
import { faultInWords } from '../../files/output/fault-in-words.ts';
import { eventLine } from '../event-line.ts';
import type { EventSink, Noted } from '../noted.ts';
import { Recorder } from '../recorder.ts';

/** What waits for a reader in memory, at most. */
const MOST_WAITING = 64 * 2 ** 20;
/** So long a reader may take for the rest, after the game. */
const LONGEST_REST_MS = 10_000;

/** Events to whoever reads them, a line each: a reader that is slow holds neither the host nor the players up. */
export class PipeRecorder implements EventSink {
  readonly path: string;
  readonly #stream: Writable;
  #failure: Error | undefined;

  constructor(path: string, stream: Writable) {
    this.path = path;
    this.#stream = stream.on('error', (error) => this.#fail(error));
  }

  /** Why not all of it has arrived. */
  get failure(): string | undefined {
    return this.#failure && faultInWords(this.#failure);
  }

  take(event: Noted): void {
    if (this.#failure) return;
    this.#stream.write(`${eventLine(event)}\n`);
    if (this.#stream.writableLength > MOST_WAITING)
      this.#fail(new Error(`its reader is too slow: ${MOST_WAITING} bytes wait for it`));
  }

  /** All of it has been handed over, or `failure` says why not. */
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
  // That its reader has ended is told where the end of standard output is waited for.
  return pipeTo('/proc/self/fd/1').on('error', (error) => process.stdout.emit('error', error));
}

/** A description of its own, so that a full pipe is no obstacle to anybody. */
function pipeTo(path: string): Writable {
  try {
    const fd = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
    return new Socket({ fd, readable: false, writable: true });
  } catch (error) {
    // Its reader has just ended.
    return new Writable({ write: (_bytes, _encoding, done) => done() }).destroy(error as Error);
  }
}
