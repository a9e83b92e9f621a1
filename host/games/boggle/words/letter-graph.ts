import type { Board } from '../board/board.ts';

/** A node has no more nodes after it than a cell has neighbours: their numbers, each in a slot of its own. */
const SLOT_BITS = 3;
const LETTER_BITS = 5;
const BEFORE_A = 64;

/**
 * A board with a node for each letter, so that a cell of several letters is a row of nodes: the first of cell 3 is
 * node 3, and the further ones come after all cells. Inside a cell one node follows another, and from the last on
 * it goes to the first nodes of the neighbours. Letters are 1 to 26, as in every automaton. For hot paths: typed
 * arrays, and the nodes after a node found by their letter without a look at the others.
 */
export class LetterGraph {
  cells = 0;
  size = 0;
  readonly letterOf: Uint8Array;
  readonly cellOf: Uint8Array;
  /** 1 where a cell ends, and so a word may. */
  readonly endsCell: Uint8Array;
  /** How many nodes have each letter. */
  readonly counts = new Uint16Array(1 << LETTER_BITS);
  /** At `node << 3 | slot`: a node that may come after it. */
  readonly nexts: Uint16Array;
  /** At `node << 5 | letter`: a bit for each slot that has a node with this letter. */
  readonly slots: Uint8Array;
  /** For each node a bit for each letter that may come after it. */
  readonly after: Int32Array;

  /** With room for boards of so many letters. */
  constructor(capacity: number) {
    this.letterOf = new Uint8Array(capacity);
    this.cellOf = new Uint8Array(capacity);
    this.endsCell = new Uint8Array(capacity);
    this.nexts = new Uint16Array(capacity << SLOT_BITS);
    this.slots = new Uint8Array(capacity << LETTER_BITS);
    this.after = new Int32Array(capacity);
  }

  static of(board: Board): LetterGraph {
    const graph = new LetterGraph(lettersOn(board));
    graph.lay(board);
    return graph;
  }

  /** Becomes the graph of this board. */
  lay(board: Board): void {
    const { cells, neighbours } = board;
    this.#clear(cells.length, lettersOn(board));
    for (let cell = 0; cell < cells.length; cell++) this.#put(cell, cell, cells[cell]!, 0);
    let free = cells.length;
    for (let cell = 0; cell < cells.length; cell++) {
      const last = this.#putFurther(cell, cells[cell]!, free);
      if (last !== cell) free = last + 1;
      this.endsCell[last] = 1;
      const beside = neighbours[cell]!;
      for (let slot = 0; slot < beside.length; slot++) this.#link(last, slot, beside[slot]!);
    }
  }

  #clear(cells: number, size: number): void {
    this.cells = cells;
    this.size = size;
    this.endsCell.fill(0, 0, size);
    this.counts.fill(0);
    this.slots.fill(0, 0, size << LETTER_BITS);
    this.after.fill(0, 0, size);
  }

  /** Gives the node of the cell's last letter. */
  #putFurther(cell: number, letters: string, free: number): number {
    let last = cell;
    for (let place = 1; place < letters.length; place++) {
      const node = free + place - 1;
      this.#put(node, cell, letters, place);
      this.#link(last, 0, node);
      last = node;
    }
    return last;
  }

  #put(node: number, cell: number, letters: string, place: number): void {
    const letter = letters.charCodeAt(place) - BEFORE_A;
    this.letterOf[node] = letter;
    this.cellOf[node] = cell;
    this.counts[letter]!++;
  }

  #link(node: number, slot: number, next: number): void {
    const letter = this.letterOf[next]!;
    this.nexts[(node << SLOT_BITS) | slot] = next;
    this.slots[(node << LETTER_BITS) | letter]! |= 1 << slot;
    this.after[node]! |= 1 << letter;
  }
}

export function lettersOn({ cells }: Board): number {
  let letters = 0;
  for (const cell of cells) letters += cell.length;
  return letters;
}
