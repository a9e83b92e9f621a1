import type { LetterGraph } from './letter-graph.ts';
import { findPatiently } from './patient-search.ts';

/** Nearly all words are found or refused long before; the others need more thought, not more steps. */
const MOST_STEPS = 2_000;

/** Looks for letters on one board. A hot path: nothing is made on the way. */
export class PathSearch {
  readonly graph: LetterGraph;
  /** What was found last: a node a letter. */
  readonly nodes: Uint16Array;
  readonly #used: Uint8Array;
  readonly #wanted: Uint16Array;
  #letters: Uint8Array = new Uint8Array();
  #length = 0;
  #endsCell = false;
  #steps = 0;

  constructor(graph: LetterGraph) {
    this.graph = graph;
    this.nodes = new Uint16Array(graph.size);
    this.#used = new Uint8Array(graph.size);
    this.#wanted = new Uint16Array(graph.counts.length);
  }

  /** Whether the first so many of these letters, 1 to 26 each, are a path; with `endsCell`, one that leaves no cell half read. */
  find(letters: Uint8Array, length: number, endsCell: boolean): boolean {
    if (!this.#hasLetters(letters, length)) return false;
    this.#letters = letters;
    this.#length = length;
    this.#endsCell = endsCell;
    this.#steps = 0;
    const { graph } = this;
    const first = letters[0]!;
    for (let node = 0; node < graph.cells; node++)
      if (graph.letterOf[node] === first && this.#goesOn(node, 1)) return true;
    if (this.#steps <= MOST_STEPS) return false;
    return findPatiently(graph, letters.subarray(0, length), endsCell, this.nodes);
  }

  #hasLetters(letters: Uint8Array, length: number): boolean {
    const wanted = this.#wanted;
    const { counts, size } = this.graph;
    if (length === 0 || length > size) return false;
    wanted.fill(0);
    for (let place = 0; place < length; place++) {
      const letter = letters[place]!;
      if (++wanted[letter]! > counts[letter]!) return false;
    }
    return true;
  }

  /** Whether the letters from `place` on can come after this node, which has the one before. */
  #goesOn(node: number, place: number): boolean {
    this.nodes[place - 1] = node;
    if (place === this.#length) return !this.#endsCell || this.graph.endsCell[node] === 1;
    if (++this.#steps > MOST_STEPS) return false;
    const { slots, nexts } = this.graph;
    const used = this.#used;
    used[node] = 1;
    let hits = slots[(node << 5) | this.#letters[place]!]!;
    while (hits !== 0) {
      const slot = 31 - Math.clz32(hits);
      hits ^= 1 << slot;
      const next = nexts[(node << 3) | slot]!;
      if (used[next] === 0 && this.#goesOn(next, place + 1)) {
        used[node] = 0;
        return true;
      }
    }
    used[node] = 0;
    return false;
  }
}
