import type { Reading } from '../../core/reading.ts';
import { LETTER_SHIFT, TARGET } from '../automaton.ts';
import { kwgNode, nodesOf } from './kwg-file.ts';

const { last: LAST, ends: ENDS, bytes: NODE } = kwgNode;

/**
 * Leave values as MAGPIE and wolges keep them (`.klv2`), in units of four bytes, little-endian: the number of nodes, a
 * KWG of leaves, the number of leaves, and a float for each. A leave has its tiles in ascending order: 0 is a blank, 1
 * the first letter. The values are in the order of the leaves.
 */
export interface KlvFile {
  /** The highest number of a tile. */
  readonly letters: number;
  /** Thousandths of a point. Tiles in ascending order; a leave that is not in the file is worth 0. */
  leaveValue(tiles: readonly number[]): number;
}

export type KlvReading = Reading<{ file: KlvFile }>;

/** Nobody holds more tiles. It bounds the recursion. */
const MOST_TILES = 100;
const THOUSANDTHS = 1000;
/** With larger values, sums do not fit 32 bits. */
const LARGEST = 1_000_000;

/** Whether the numbers of nodes and of leaves account for each byte. */
export function isKlv(bytes: Uint8Array): boolean {
  return leavesIn(bytes) !== undefined;
}

function leavesIn(bytes: Uint8Array): number | undefined {
  const view = viewOf(bytes);
  const nodes = bytes.length < 3 * NODE ? 0 : view.getUint32(0, true);
  const values = (nodes + 1) * NODE;
  if (nodes === 0 || values + NODE > bytes.length) return undefined;
  const leaves = view.getUint32(values, true);
  return values + NODE + leaves * NODE === bytes.length ? leaves : undefined;
}

export function readKlv(bytes: Uint8Array): KlvReading {
  const leaves = leavesIn(bytes);
  if (leaves === undefined)
    return wrong('expected a KLV2 file: its numbers of nodes and of leaves do not fit its size');
  const view = viewOf(bytes);
  const nodes = nodesOf(bytes.subarray(NODE, bytes.length - (leaves + 1) * NODE));
  const values = new Int32Array(leaves);
  for (let leaf = 0; leaf < leaves; leaf++) {
    const value = view.getFloat32(bytes.length - (leaves - leaf) * NODE, true);
    if (!(Math.abs(value) <= LARGEST))
      return wrong(`expected values from -${LARGEST} to ${LARGEST}; got ${value} for leave ${leaf}`);
    // As MAGPIE rounds: halves away from zero.
    values[leaf] = Math.sign(value) * Math.round(Math.abs(value) * THOUSANDTHS);
  }
  const counted = new LeaveCounts(nodes, leaves);
  const root = nodes[0]! & TARGET;
  const problem = counted.count(root);
  if (problem !== undefined) return wrong(problem);
  const total = counted.from(root);
  if (total !== leaves) return wrong(`expected ${total} values, one for each leave; got ${leaves}`);
  return { ok: true, file: { letters: counted.letters, leaveValue } };

  function leaveValue(tiles: readonly number[]): number {
    let index = 0;
    let node = root;
    for (const [place, tile] of tiles.entries()) {
      if (node === 0) return 0;
      while (nodes[node]! >>> LETTER_SHIFT !== tile) {
        if (nodes[node]! & LAST) return 0;
        index += counted.from(node) - counted.from(node + 1);
        node++;
      }
      const ends = (nodes[node]! & ENDS) !== 0;
      if (place === tiles.length - 1) return ends ? values[index]! : 0;
      index += Number(ends);
      node = nodes[node]! & TARGET;
    }
    return 0;
  }
}

const wrong = (problem: string): KlvReading => ({ ok: false, problem });

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.length);

const OPEN = 1;
const COUNTED = 2;

/** How many leaves begin at each node and at the siblings after it. */
class LeaveCounts {
  readonly #nodes: Uint32Array;
  readonly #most: number;
  readonly #counts: Uint32Array;
  readonly #states: Uint8Array;
  letters = 0;

  constructor(nodes: Uint32Array, most: number) {
    this.#nodes = nodes;
    this.#most = most;
    this.#counts = new Uint32Array(nodes.length);
    this.#states = new Uint8Array(nodes.length);
  }

  from(node: number): number {
    return this.#counts[node]!;
  }

  /** Each node is counted once. Gives what is wrong with the nodes, if something is. */
  count(first: number, depth = 0): string | undefined {
    if (first === 0 || this.#states[first] === COUNTED) return undefined;
    if (depth > MOST_TILES) return `it has a leave of more than ${MOST_TILES} tiles`;
    let last = first;
    while (last < this.#nodes.length && !(this.#nodes[last]! & LAST) && this.#states[last + 1] !== COUNTED)
      last++;
    if (last >= this.#nodes.length) return `it ends before node ${last}`;
    for (let index = last; index >= first; index--) {
      if (this.#states[index] === OPEN) return `node ${index} leads to itself`;
      this.#states[index] = OPEN;
      const node = this.#nodes[index]!;
      const problem = this.count(node & TARGET, depth + 1);
      if (problem !== undefined) return problem;
      const after = node & LAST ? 0 : this.from(index + 1);
      const count = after + this.from(node & TARGET) + Number((node & ENDS) !== 0);
      if (count > this.#most) return `it has more leaves than its ${this.#most} values`;
      this.#counts[index] = count;
      this.#states[index] = COUNTED;
      this.letters = Math.max(this.letters, node >>> LETTER_SHIFT);
    }
    return undefined;
  }
}
