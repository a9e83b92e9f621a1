/**
 * What a player has found, each word once, in the order in which it was found. A value: `with` gives another one.
 *
 * A hot path: values that are made from one another share a table, and each reads only its own part of it. The newest
 * extends the table in place; a value that is made from an older one gets a copy.
 */
export class FoundWords {
  static readonly none = new FoundWords(new Map(), 0);

  readonly count: number;
  /** The number of each word, from 0. */
  readonly #numbers: Map<string, number>;

  private constructor(numbers: Map<string, number>, count: number) {
    this.#numbers = numbers;
    this.count = count;
  }

  has(word: string): boolean {
    const number = this.#numbers.get(word);
    return number !== undefined && number < this.count;
  }

  /** It is not there yet. */
  with(word: string): FoundWords {
    const isNewest = this.count > 0 && this.#numbers.size === this.count;
    const numbers = isNewest ? this.#numbers : new Map([...this.#numbers].slice(0, this.count));
    return new FoundWords(numbers.set(word, this.count), this.count + 1);
  }

  /** By byte. */
  inOrder(): string[] {
    return [...this.#numbers.keys()].slice(0, this.count).sort();
  }
}
