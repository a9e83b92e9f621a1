/**
 * Shares the slots of a worker among experiments by their weights: start-time fair queueing (Goyal, Vin and
 * Cheng, 1996). Work has a cost. It advances the experiment's own time by the cost divided by the weight, and
 * the experiment that is behind is next.
 */
export class FairShare<Key> {
  readonly #ends = new Map<Key, number>();
  /** When what was begun last began. Nobody is further behind: who had no work saves nothing up. */
  #now = 0;

  /** Who is next, and who after that if it has no work. One that is new comes first. */
  order(keys: Iterable<Key>): readonly Key[] {
    return [...keys].sort(
      (one, other) => this.#startOf(one) - this.#startOf(other) || this.#endOf(one) - this.#endOf(other),
    );
  }

  begin(key: Key, cost: number, weight: number): void {
    this.#now = this.#startOf(key);
    this.#ends.set(key, this.#now + cost / weight);
  }

  /** Work that was begun has cost so much more than was thought, or less. */
  correct(key: Key, cost: number, weight: number): void {
    this.#ends.set(key, this.#endOf(key) + cost / weight);
  }

  delete(key: Key): void {
    this.#ends.delete(key);
  }

  #startOf(key: Key): number {
    return Math.max(this.#now, this.#endOf(key));
  }

  #endOf(key: Key): number {
    return this.#ends.get(key) ?? 0;
  }
}
