/** Keeps the end of what went by, and nothing of what it is given. */
export class LastBytes {
  readonly #cap: number;
  /** Twice what is kept, so that it is moved to the front now and then only. */
  #bytes: Uint8Array | undefined;
  #length = 0;

  constructor(cap: number) {
    this.#cap = cap;
  }

  push(bytes: Uint8Array): void {
    if (this.#cap === 0) return;
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
    const from = Math.max(0, this.#length - this.#cap);
    return Buffer.from(this.#bytes?.subarray(from, this.#length) ?? []).toString('utf8');
  }
}
