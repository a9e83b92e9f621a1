import { open } from 'node:fs/promises';

const WITHIN_MS = 1_000;

/**
 * Has what is written to a file brought to its disk, at most a second later and beside other work: a game should not wait for a
 * disk. Only a loss of power can lose what the system has taken.
 */
export class SyncSoon {
  readonly #path: string;
  #timer: NodeJS.Timeout | undefined;
  #failure: Error | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  /** Why something did not reach the disk. */
  get failure(): Error | undefined {
    return this.#failure;
  }

  written(): void {
    this.#timer ??= setTimeout(() => this.#sync(), WITHIN_MS).unref();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  async #sync(): Promise<void> {
    this.#timer = undefined;
    try {
      await using file = await open(this.#path, 'r');
      await file.datasync();
    } catch (error) {
      // It is gone where all of it has come into the store.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') this.#failure = error as Error;
    }
  }
}
