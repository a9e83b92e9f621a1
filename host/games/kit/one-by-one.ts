/**
 * What `next` gives, until it gives nothing. As a generator would: but to make one for each line that a player writes
 * costs more than to read the line.
 */
export class OneByOne<Item extends object> implements IterableIterator<Item, undefined> {
  readonly #next: () => Item | undefined;

  constructor(next: () => Item | undefined) {
    this.#next = next;
  }

  next(): IteratorResult<Item, undefined> {
    const value = this.#next();
    return value ? { done: false, value } : { done: true, value };
  }

  [Symbol.iterator](): this {
    return this;
  }
}
