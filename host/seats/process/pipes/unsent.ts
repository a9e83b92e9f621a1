/** A rope no longer than this is walked in no time by a collection of garbage. */
const LONGEST_ROPE = 4096;

/**
 * What waits to be written. Kept as text alone, a hundred thousand short answers make each collection of garbage take
 * milliseconds.
 */
export class Unsent {
  #rope = '';
  #pieces: Buffer[] = [];
  #setAside = 0;

  /** In bytes, or nearly: the last of it is counted in characters. */
  get length(): number {
    return this.#setAside + this.#rope.length;
  }

  add(text: string): void {
    this.#rope += text;
    if (this.#rope.length > LONGEST_ROPE) this.#flatten();
  }

  /** All of it, which is then gone from here. */
  take(): string | Buffer {
    if (this.#pieces.length > 0) this.#flatten();
    const all = this.#pieces.length > 0 ? Buffer.concat(this.#pieces) : this.#rope;
    this.#rope = '';
    this.#pieces = [];
    this.#setAside = 0;
    return all;
  }

  #flatten(): void {
    const bytes = Buffer.from(this.#rope);
    this.#rope = '';
    this.#pieces.push(bytes);
    this.#setAside += bytes.length;
  }
}
