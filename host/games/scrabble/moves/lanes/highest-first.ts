/** Numbers from 0 on in order of their bounds, the highest first: a heap, since most are never asked for. */
export class HighestFirst {
  #heap = new Int32Array(0);
  #bounds: Int32Array = this.#heap;
  #count = 0;

  take(bounds: Int32Array, count: number): void {
    if (count > this.#heap.length) this.#heap = new Int32Array(bounds.length);
    this.#bounds = bounds;
    this.#count = count;
    for (let index = 0; index < count; index++) this.#heap[index] = index;
    for (let place = (count >> 1) - 1; place >= 0; place--) this.#sink(place, this.#heap[place]!);
  }

  /** The number with the highest bound; -1: none is left. */
  get first(): number {
    return this.#count === 0 ? -1 : this.#heap[0]!;
  }

  dropFirst(): void {
    this.#count--;
    this.#sink(0, this.#heap[this.#count]!);
  }

  /** Its bound was lowered. */
  moveFirst(): void {
    this.#sink(0, this.#heap[0]!);
  }

  #sink(from: number, index: number): void {
    const heap = this.#heap;
    const bounds = this.#bounds;
    const bound = bounds[index]!;
    let place = from;
    for (;;) {
      let below = 2 * place + 1;
      if (below >= this.#count) break;
      if (below + 1 < this.#count && bounds[heap[below + 1]!]! > bounds[heap[below]!]!) below++;
      if (bounds[heap[below]!]! <= bound) break;
      heap[place] = heap[below]!;
      place = below;
    }
    heap[place] = index;
  }
}
