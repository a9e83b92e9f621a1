/** Caches recent values, but not those of longer keys, so that a client cannot fill the memory. */
export class RecentValues<Value> {
  readonly #most: number;
  readonly #longestKey: number;
  /** The least recently used value is the first. */
  readonly #values = new Map<string, Value>();

  constructor(most: number, longestKey = Number.POSITIVE_INFINITY) {
    this.#most = most;
    this.#longestKey = longestKey;
  }

  get(key: string, make: () => Value): Value {
    if (key.length > this.#longestKey) return make();
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
