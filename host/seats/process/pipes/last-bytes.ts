/** Of what is not kept whole, so much of its beginning is kept, too. */
const MOST_OF_START = 2_048;

/** Keeps the end of what went by and some of its beginning, and nothing of what it is given. */
export class LastBytes {
  readonly #cap: number;
  /** Twice what is kept, so that it is moved to the front now and then only. */
  #bytes: Uint8Array | undefined;
  #length = 0;
  /** All that went by, until there is as much as is kept of the beginning. */
  #start: Uint8Array = new Uint8Array(0);
  #total = 0;

  constructor(cap: number) {
    this.#cap = cap;
  }

  push(bytes: Uint8Array): void {
    if (this.#cap === 0) return;
    const missing = Math.min(MOST_OF_START, this.#cap) - this.#start.length;
    if (missing > 0) this.#start = Buffer.concat([this.#start, bytes.subarray(0, missing)]);
    this.#total += bytes.length;
    const last = bytes.subarray(-this.#cap);
    const kept = (this.#bytes ??= new Uint8Array(2 * this.#cap));
    if (this.#length + last.length > kept.length) {
      kept.copyWithin(0, this.#length - this.#cap, this.#length);
      this.#length = this.#cap;
    }
    kept.set(last, this.#length);
    this.#length += last.length;
  }

  text(): string {
    return this.bytes().toString('utf8');
  }

  bytes(): Buffer {
    const from = Math.max(0, this.#length - this.#cap);
    return Buffer.from(this.#bytes?.subarray(from, this.#length) ?? []);
  }

  /** The first lines, where the end does not hold them. */
  start(): string | undefined {
    return this.#total > this.#cap ? Buffer.from(this.#start).toString('utf8') : undefined;
  }
}
