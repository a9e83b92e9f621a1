import { setImmediate as nextPoll } from 'node:timers/promises';

/** So long may a look keep everybody else waiting. */
const LONGEST_SLICE_MS = 0.2;

/** Work that lets others have their turn now and then. */
export class Slices {
  #began = performance.now();

  /** To be called after each piece. */
  async pause(): Promise<void> {
    if (performance.now() - this.#began < LONGEST_SLICE_MS) return;
    await nextPoll();
    this.#began = performance.now();
  }
}
