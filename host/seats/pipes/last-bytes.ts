/** Keeps the end of what went by. */
export class LastBytes {
  readonly #cap: number;
  #chunks: Uint8Array[] = [];
  #length = 0;

  constructor(cap: number) {
    this.#cap = cap;
  }

  push(bytes: Uint8Array): void {
    this.#chunks.push(bytes);
    this.#length += bytes.length;
    // Now and then only: much arrives in small pieces.
    if (this.#length > 2 * this.#cap || this.#chunks.length > 1_000) this.#trim();
  }

  text(): string {
    this.#trim();
    return Buffer.concat(this.#chunks).toString('utf8');
  }

  #trim(): void {
    const kept = Buffer.concat(this.#chunks).subarray(-this.#cap);
    this.#chunks = [Uint8Array.from(kept)];
    this.#length = kept.length;
  }
}
