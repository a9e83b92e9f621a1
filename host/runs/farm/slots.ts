import { MOST_ENDING } from '../game-queue.ts';

interface Slot extends Disposable {
  readonly size: number;
  /** Another game may begin while the players of this one are ended. */
  startEnding(): void;
}

/** Games at once. One whose players think at the same moment takes as many as it has players. */
export class Slots {
  readonly #all: number;
  #used = 0;
  #ending = 0;
  #waiting: { readonly size: number; readonly take: () => void }[] = [];
  #onFree: (() => void)[] = [];

  constructor(all: number) {
    this.#all = all;
  }

  /** Waits until there is a slot that nobody waits for. */
  async free(): Promise<void> {
    if (this.#isFree) return;
    await new Promise<void>((resolve) => this.#onFree.push(resolve));
  }

  async take(wanted: number): Promise<Slot> {
    const size = Math.min(wanted, this.#all);
    if (this.#waiting.length > 0 || this.#used + size > this.#all)
      await new Promise<void>((resolve) => this.#waiting.push({ size, take: resolve }));
    else this.#used += size;
    let state: 'playing' | 'ending' | 'over' = 'playing';
    return {
      size,
      startEnding: () => {
        if (state !== 'playing' || this.#ending >= MOST_ENDING * this.#all) return;
        state = 'ending';
        this.#ending++;
        this.#release(size);
      },
      [Symbol.dispose]: () => {
        if (state === 'playing') this.#release(size);
        else if (state === 'ending') this.#ending--;
        state = 'over';
      },
    };
  }

  get #isFree(): boolean {
    return this.#waiting.length === 0 && this.#used < this.#all;
  }

  #release(size: number): void {
    this.#used -= size;
    for (let next = this.#waiting[0]; next && this.#used + next.size <= this.#all; next = this.#waiting[0]) {
      this.#waiting.shift();
      this.#used += next.size;
      next.take();
    }
    if (this.#isFree) this.wake();
  }

  /** Makes those who wait for a free slot look again. */
  wake(): void {
    for (const told of this.#onFree.splice(0)) told();
  }
}
