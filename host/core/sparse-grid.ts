/**
 * An immutable map from the squares of an infinite plane to a fixed number of 32-bit fields. `with` returns another grid. Memory grows
 * with the number of occupied squares, wherever they are.
 *
 * This is a hot path, so it is an open-addressed hash table in typed arrays. Grids that are made from each other share a table, and each
 * sees only its own entries. The newest grid extends the table in place; a grid that is made from an older one gets a copy.
 */
export class SparseGrid {
  /** The number of occupied squares. They have indexes from 0, in the order in which they were added. */
  readonly count: number;
  readonly #fields: number;
  readonly #table: Table;

  /** `fields` is the number of fields of each square. */
  static empty(fields: number): SparseGrid {
    return new SparseGrid(fields, new Table(fields), 0);
  }

  private constructor(fields: number, table: Table, count: number) {
    this.#fields = fields;
    this.#table = table;
    this.count = count;
  }

  /** The index of a square, or -1 if it is free. */
  indexAt(x: number, y: number): number {
    return this.#table.indexAt(x, y, this.count);
  }

  /** A field of the square with this index. Fields 0 and 1 are x and y; its own fields follow. */
  field(index: number, field: number): number {
    return this.#table.entries[index * (this.#fields + 2) + field]!;
  }

  /** `laid` has x, y and the fields of each new square, one after the other. These squares must be free. */
  with(laid: readonly number[]): SparseGrid {
    const table = this.count > 0 && this.#table.count === this.count ? this.#table : this.#copy();
    for (let index = 0; index < laid.length; index += this.#fields + 2) {
      const x = laid[index]!;
      const y = laid[index + 1]!;
      if (table.indexAt(x, y, table.count) >= 0)
        throw new Error(`what was laid at (${x}, ${y}) lies on something else`);
      table.add(laid, index);
    }
    return new SparseGrid(this.#fields, table, table.count);
  }

  #copy(): Table {
    return new Table(this.#fields, this.#table.entries.slice(0, this.count * (this.#fields + 2)));
  }
}

/** The entries in the order in which they were added, and a hash index of their squares. */
class Table {
  entries: Int32Array;
  count = 0;
  readonly #stride: number;
  /** The index of an entry plus 1; 0 is a free slot. The size is a power of two, and at most half of the slots are used. */
  #slots = new Int32Array(64);

  constructor(fields: number, entries = new Int32Array()) {
    this.#stride = fields + 2;
    this.entries = entries;
    for (let index = 0; index < entries.length; index += this.#stride) this.#note();
  }

  /** Ignores entries from `end` on, which belong to newer grids. */
  indexAt(x: number, y: number, end: number): number {
    const slots = this.#slots;
    const entries = this.entries;
    const mask = slots.length - 1;
    for (let slot = hash(x, y) & mask; ; slot = (slot + 1) & mask) {
      const index = slots[slot]! - 1;
      if (index < 0) return -1;
      const at = index * this.#stride;
      if (index < end && entries[at] === x && entries[at + 1] === y) return index;
    }
  }

  add(from: readonly number[], start: number): void {
    const at = this.count * this.#stride;
    if (at + this.#stride > this.entries.length) {
      const larger = new Int32Array(Math.max(32 * this.#stride, at * 2));
      larger.set(this.entries);
      this.entries = larger;
    }
    for (let field = 0; field < this.#stride; field++) this.entries[at + field] = from[start + field]!;
    this.#note();
  }

  /** Adds the next entry to the hash index. */
  #note(): void {
    if ((this.count + 1) * 2 > this.#slots.length) this.#grow();
    this.#find(this.count++);
  }

  #grow(): void {
    this.#slots = new Int32Array(this.#slots.length * 2);
    for (let index = 0; index < this.count; index++) this.#find(index);
  }

  #find(index: number): void {
    const at = index * this.#stride;
    const mask = this.#slots.length - 1;
    let slot = hash(this.entries[at]!, this.entries[at + 1]!) & mask;
    while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
    this.#slots[slot] = index + 1;
  }
}

function hash(x: number, y: number): number {
  const mixed = Math.imul(x, 0x9e37_79b1) ^ Math.imul(y, 0x85eb_ca6b);
  return mixed ^ (mixed >>> 15);
}
