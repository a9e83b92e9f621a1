/**
 * Values at places of an infinite plane: for each place a fixed number of 32-bit fields. Immutable: `with`
 * returns another grid. Memory grows with what lies there, wherever that is.
 *
 * A hot path: a hash table in typed arrays, open-addressed. Grids that come of one another share a table, and each
 * sees of it what it holds itself. The newest grows it in place; a grid made from an older one gets a copy.
 */
export class SparseGrid {
  /** Places that hold something; they are numbered from 0 in the order in which they were laid. */
  readonly count: number;
  readonly #fields: number;
  readonly #table: Table;

  /** `fields` are what each place holds. */
  static empty(fields: number): SparseGrid {
    return new SparseGrid(fields, new Table(fields), 0);
  }

  private constructor(fields: number, table: Table, count: number) {
    this.#fields = fields;
    this.#table = table;
    this.count = count;
  }

  /** The number of a place, or -1 where nothing lies. */
  indexAt(x: number, y: number): number {
    return this.#table.indexAt(x, y, this.count);
  }

  /** A field of the place of that number: 0 and 1 are its x and y, what it holds comes after. */
  field(index: number, field: number): number {
    return this.#table.entries[index * (this.#fields + 2) + field]!;
  }

  /** x, y and the fields of each new place, one after the other. Nothing lies there yet. */
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

/** The entries in the order in which they came, and where to find each by its place. */
class Table {
  entries: Int32Array;
  count = 0;
  readonly #stride: number;
  /** The number of an entry and 1; 0 is free. A power of two, at most half full. */
  #slots = new Int32Array(64);

  constructor(fields: number, entries = new Int32Array()) {
    this.#stride = fields + 2;
    this.entries = entries;
    for (let index = 0; index < entries.length; index += this.#stride) this.#note();
  }

  /** Only what came before `end` counts. */
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

  /** The next entry can be found from now on. */
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
