/** Caches recent values. */
export class RecentValues<Value> {
  readonly #most: number;
  /** The least recently used value is the first. */
  readonly #values = new Map<string, Value>();

  constructor(most: number) {
    this.#most = most;
  }

  get(key: string, make: () => Value): Value {
    const value = this.#values.get(key) ?? make();
    this.#values.delete(key);
    this.#values.set(key, value);
    if (this.#values.size > this.#most) this.#values.delete(this.#values.keys().next().value!);
    return value;
  }

  delete(key: string): void {
    this.#values.delete(key);
  }
}
