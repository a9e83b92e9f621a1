/** Whether these two may be matched: symmetric, without loops. */
export type MayMeet = (one: number, other: number) => boolean;

const NOBODY = -1;

/**
 * A matching that can be made larger, and changed in one place without being sought again (Edmonds' algorithm: an odd circle
 * is shrunk to one vertex).
 */
export class Matching {
  readonly #size: number;
  readonly #mayMeet: MayMeet;
  readonly #partner: Int32Array;
  readonly #isGone: Uint8Array;

  constructor(size: number, mayMeet: MayMeet) {
    this.#size = size;
    this.#mayMeet = mayMeet;
    this.#partner = new Int32Array(size).fill(NOBODY);
    this.#isGone = new Uint8Array(size);
    this.#augmentAll();
  }

  /** Nobody that is left is alone. */
  get isPerfect(): boolean {
    return this.#partner.every((partner, vertex) => partner !== NOBODY || this.#isGone[vertex] === 1);
  }

  /** Takes these two out, if all others can still be matched; else nothing changes. */
  take(one: number, other: number): boolean {
    const before = Int32Array.from(this.#partner);
    for (const vertex of [one, other]) {
      const partner = this.#partner[vertex]!;
      if (partner !== NOBODY) this.#partner[partner] = NOBODY;
      this.#partner[vertex] = NOBODY;
      this.#isGone[vertex] = 1;
    }
    this.#augmentAll();
    if (this.isPerfect) return true;
    this.#partner.set(before);
    this.#isGone[one] = 0;
    this.#isGone[other] = 0;
    return false;
  }

  #augmentAll(): void {
    for (let vertex = 0; vertex < this.#size; vertex++)
      if (this.#partner[vertex] === NOBODY && !this.#isGone[vertex]) this.#augment(vertex);
  }

  /** Along a path from here to another one that is alone, everybody gets another partner. */
  #augment(root: number): void {
    const search = new Search(this.#size, this.#partner, root);
    for (let from = search.next(); from !== undefined; from = search.next())
      for (let to = 0; to < this.#size; to++) {
        if (this.#isGone[to] || to === from || !this.#mayMeet(from, to)) continue;
        const end = search.look(from, to);
        if (end === undefined) continue;
        search.flip(end);
        return;
      }
  }
}

/** A breadth-first search for such a path. */
class Search {
  readonly #partner: Int32Array;
  readonly #root: number;
  readonly #isEven: Uint8Array;
  readonly #parent: Int32Array;
  /** The vertex that a shrunk circle has become. */
  readonly #base: Int32Array;
  readonly #queue: number[];
  #at = 0;

  constructor(size: number, partner: Int32Array, root: number) {
    this.#partner = partner;
    this.#root = root;
    this.#isEven = new Uint8Array(size);
    this.#parent = new Int32Array(size).fill(NOBODY);
    this.#base = Int32Array.from({ length: size }, (_, vertex) => vertex);
    this.#queue = [root];
    this.#isEven[root] = 1;
  }

  next(): number | undefined {
    return this.#queue[this.#at++];
  }

  /** Follows an edge; the end of a path, if it leads to one who is alone. */
  look(from: number, to: number): number | undefined {
    if (this.#base[from] === this.#base[to] || this.#partner[from] === to) return undefined;
    const beyond = this.#partner[to]!;
    if (to === this.#root || (beyond !== NOBODY && this.#parent[beyond] !== NOBODY)) {
      this.#shrink(from, to);
      return undefined;
    }
    if (this.#parent[to] !== NOBODY) return undefined;
    this.#parent[to] = from;
    if (beyond === NOBODY) return to;
    this.#isEven[beyond] = 1;
    this.#queue.push(beyond);
    return undefined;
  }

  flip(end: number): void {
    for (let vertex = end; vertex !== NOBODY; ) {
      const from = this.#parent[vertex]!;
      const next = this.#partner[from]!;
      this.#partner[vertex] = from;
      this.#partner[from] = vertex;
      vertex = next;
    }
  }

  #shrink(one: number, other: number): void {
    const base = this.#commonBase(one, other);
    const circle = new Uint8Array(this.#base.length);
    this.#mark(circle, one, base, other);
    this.#mark(circle, other, base, one);
    for (let vertex = 0; vertex < circle.length; vertex++) {
      if (!circle[this.#base[vertex]!]) continue;
      this.#base[vertex] = base;
      if (this.#isEven[vertex]) continue;
      this.#isEven[vertex] = 1;
      this.#queue.push(vertex);
    }
  }

  #mark(circle: Uint8Array, from: number, base: number, child: number): void {
    let [vertex, below] = [from, child];
    while (this.#base[vertex] !== base) {
      const partner = this.#partner[vertex]!;
      circle[this.#base[vertex]!] = 1;
      circle[this.#base[partner]!] = 1;
      this.#parent[vertex] = below;
      below = partner;
      vertex = this.#parent[partner]!;
    }
  }

  #commonBase(one: number, other: number): number {
    const above = new Set<number>();
    for (let vertex = this.#base[one]!; ; vertex = this.#base[this.#parent[this.#partner[vertex]!]!]!) {
      above.add(vertex);
      if (vertex === this.#base[this.#root]) break;
    }
    let vertex = this.#base[other]!;
    while (!above.has(vertex)) vertex = this.#base[this.#parent[this.#partner[vertex]!]!]!;
    return vertex;
  }
}
