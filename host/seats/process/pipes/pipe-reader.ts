import { closeSync } from 'node:fs';
import { Socket } from 'node:net';
import type { Nanos } from '../../../core/units.ts';
import { setV8Option } from '../../../files/cache/v8-option.ts';
import { closeSocket } from './close-socket.ts';

export interface PipeListener {
  /** The bytes are the listener's to keep. */
  read(bytes: Uint8Array, at: Nanos): void;
}

const LARGEST_READ = 65_536;
/** The least that a full pipe takes again: a writer that has filled it waits until a page is free. */
const PAGE = 4096;

// One for all pipes: it is filled, copied from and free again within one callback of the loop.
const incoming = new Uint8Array(LARGEST_READ);
const page = incoming.subarray(0, PAGE);

/** V8's nursery grows with what comes and goes, to some 30 MB: of a flood it would only hold more. */
const NURSERY = { grows: '--semi-space-growth-factor=2', stays: '--semi-space-growth-factor=1' } as const;

/** Reads one pipe: at most one chunk in each turn of the loop, so that a flood does not delay other players. */
export class PipeReader {
  /** How often something was read. */
  reads = 0;
  readonly #descriptor: number;
  readonly #clock: () => Nanos;
  readonly #listener: PipeListener;
  readonly #ended: (at: Nanos) => void;
  #socket: Socket | undefined;
  #buffer = incoming;
  #paused = false;
  #closing: Promise<void> | undefined;

  constructor(descriptor: number, clock: () => Nanos, listener: PipeListener, ended: (at: Nanos) => void) {
    this.#descriptor = descriptor;
    this.#clock = clock;
    this.#listener = listener;
    this.#ended = ended;
  }

  get paused(): boolean {
    return this.#paused;
  }

  begin(): void {
    if (this.#closing || this.#socket) return;
    const callback = (count: number) => this.#arrived(count);
    const socket = new Socket({
      fd: this.#descriptor,
      readable: true,
      writable: false,
      onread: { buffer: () => this.#buffer, callback },
    });
    this.#socket = socket;
    socket.on('end', () => this.#ended(this.#clock()));
    socket.on('error', () => this.#ended(this.#clock()));
    if (this.#paused) socket.pause();
  }

  pause(): void {
    this.#paused = true;
    this.#socket?.pause();
  }

  resume(): void {
    this.#paused = false;
    this.#socket?.resume();
  }

  /** From now on no more than a page at once. */
  readInSmallPieces(): void {
    if (this.#closing || this.#buffer === page) return;
    this.#buffer = page;
    setV8Option(NURSERY.stays);
  }

  /** Its descriptor is closed when this is done. */
  async close(): Promise<void> {
    await (this.#closing ??= this.#close());
    if (this.#buffer === page) setV8Option(NURSERY.grows);
  }

  async #close(): Promise<void> {
    if (this.#socket) await closeSocket(this.#socket);
    else closeSync(this.#descriptor);
  }

  /** The answer says whether to go on reading in this turn of the loop. */
  #arrived(count: number): boolean {
    const at = this.#clock();
    this.reads++;
    this.#listener.read(incoming.slice(0, count), at);
    // Stopping after small reads too would cost a system call each, and disturb the order of arrival.
    if (count < PAGE || (count < LARGEST_READ && this.#buffer === incoming)) return true;
    setImmediate(() => this.#paused || this.#closing || this.#socket?.resume());
    return false;
  }
}
