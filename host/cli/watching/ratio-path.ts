import type { Comparison } from '../../tournament/comparison.ts';

/** A plot has not more to show. */
const MOST = 1000;

/** How the log likelihood ratio of a comparison has gone; of a long one each second, fourth, eighth … point is kept. */
export class RatioPath {
  #kept: (readonly [games: number, ratio: number])[] = [];
  #last: readonly [games: number, ratio: number] | undefined;
  #every = 1;
  #taken = 0;

  /** From left to right, with the newest. */
  get points(): readonly (readonly [games: number, ratio: number])[] {
    const last = this.#last;
    return last === undefined || this.#kept.at(-1) === last ? this.#kept : [...this.#kept, last];
  }

  take({ games, sprt }: Pick<Comparison, 'games' | 'sprt'>): void {
    if (sprt === null || this.#last?.[0] === games) return;
    this.#last = [games, sprt.llr];
    if (this.#taken++ % this.#every === 0) this.#kept.push(this.#last);
    if (this.#kept.length <= MOST) return;
    this.#kept = this.#kept.filter((_, index) => index % 2 === 0);
    this.#every *= 2;
  }
}
