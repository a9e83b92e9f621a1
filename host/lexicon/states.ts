import { LAST_EDGE } from './automaton.ts';

/**
 * The finished states of an automaton, without duplicates. A state comes after all states that it leads to. This is a hot path, so it
 * uses typed arrays and an open-addressed hash table.
 */
export class States {
  /** Edge 0 belongs to no state, so 0 can mean "no state". */
  used = 1;
  private edges = new Uint32Array(1 << 14);
  private table = new Uint32Array(1 << 12);
  private kept = 0;

  /** Starts with the states of an automaton. */
  constructor(begun: Uint32Array = new Uint32Array([LAST_EDGE])) {
    while (this.edges.length < begun.length) this.edges = grow(this.edges);
    this.edges.set(begun);
    this.used = begun.length;
    let state = 1;
    for (let index = 1; index < begun.length; index++) {
      if (!(begun[index]! & LAST_EDGE)) continue;
      this.keepAt(this.freeSlot(state), state);
      state = index + 1;
    }
  }

  /** Finds or adds the state with these edges of a row. Marks the last edge. */
  like(row: Uint32Array, from: number, count: number): number {
    row[from + count - 1]! |= LAST_EDGE;
    const mask = this.table.length - 1;
    for (let slot = hashOf(row, from) & mask; ; slot = (slot + 1) & mask) {
      const state = this.table[slot]!;
      if (state === 0) return this.add(row, from, count, slot);
      if (this.isLike(state, row, from, count)) return state;
    }
  }

  finish(): Uint32Array {
    return this.edges.slice(0, this.used);
  }

  /** States of different lengths differ, since only the last edge of a state is marked. */
  private isLike(state: number, row: Uint32Array, from: number, count: number): boolean {
    for (let place = 0; place < count; place++)
      if (this.edges[state + place] !== row[from + place]) return false;
    return true;
  }

  private add(row: Uint32Array, from: number, count: number, slot: number): number {
    const state = this.used;
    if (state + count > this.edges.length) this.edges = grow(this.edges);
    for (let place = 0; place < count; place++) this.edges[state + place] = row[from + place]!;
    this.used += count;
    this.keepAt(slot, state);
    return state;
  }

  private keepAt(slot: number, state: number): void {
    this.table[slot] = state;
    if (++this.kept * 2 > this.table.length) this.rehash();
  }

  private rehash(): void {
    const before = this.table;
    this.table = new Uint32Array(before.length * 2);
    for (const state of before) if (state !== 0) this.table[this.freeSlot(state)] = state;
  }

  private freeSlot(state: number): number {
    const mask = this.table.length - 1;
    let slot = hashOf(this.edges, state) & mask;
    while (this.table[slot] !== 0) slot = (slot + 1) & mask;
    return slot;
  }
}

function hashOf(edges: Uint32Array, from: number): number {
  let hash = 0;
  for (let place = from; ; place++) {
    const edge = edges[place]!;
    hash = Math.imul(hash ^ edge, 0x9e37_79b1);
    hash ^= hash >>> 15;
    if (edge & LAST_EDGE) return hash;
  }
}

function grow(edges: Uint32Array): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(edges.length * 2);
  larger.set(edges);
  return larger;
}
