import type { Board } from './board.ts';

const BEFORE_A = 64;
const LATIN = 26;

export interface PathFinder {
  /** A path of distinct neighboring cells that spells a word in capitals. */
  pathOf(word: string): readonly number[] | undefined;
}

/** For one board. Hot path: every guess from the dictionary is looked for. */
export function pathFinder(board: Board): PathFinder {
  const search = new PathSearch(LetterGraph.of(board));
  const { size } = search.graph;
  const letters = new Uint8Array(size);
  return {
    pathOf(word) {
      const { length } = word;
      if (length > size) return undefined;
      for (let place = 0; place < length; place++) {
        const letter = word.charCodeAt(place) - BEFORE_A;
        if (letter < 1 || letter > LATIN) return undefined;
        letters[place] = letter;
      }
      return search.find(letters, length, true) ? cellsOf(search, length) : undefined;
    },
  };
}

/** The first letter of a cell stands for it. */
function cellsOf({ graph, nodes }: PathSearch, length: number): number[] {
  const path: number[] = [];
  for (let place = 0; place < length; place++) if (nodes[place]! < graph.cells) path.push(nodes[place]!);
  return path;
}

/** Nearly all words need fewer steps. Others need another algorithm, not more steps. */
const MOST_STEPS = 2_000;

/** Searches letters on a board. Hot path: it allocates nothing. */
export class PathSearch {
  readonly graph: LetterGraph;
  /** The last result, one node per letter. */
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

  /**
   * Whether the first `length` letters, 1 to 26 each, form a path. `endsCell` requires a complete last cell.
   */
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

  /** Whether the letters from `place` on can follow this node, which has the previous letter. */
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

/**
 * The step limit of each direction. Constructed boards could need an endless search, which counts as not
 * found. No word of a language comes near it on any board.
 */
const MOST_PATIENT_STEPS = 20_000;

/** A node's number is at most 1023. */
const NODE_BITS = 10;
/**
 * For boards of at most this size, used nodes fit into a number, so that failed states are not tried again.
 */
const BITS = 32;

/** Letters to find in either direction. */
interface Task {
  readonly letters: Uint8Array;
  /** Successors of each node. */
  readonly nexts: readonly (readonly number[])[];
  readonly begins: (node: number) => boolean;
  readonly ends: (node: number) => boolean;
}

/** Searches words that the plain search did not decide, from the rarer end first. */
function findPatiently(
  graph: LetterGraph,
  letters: Uint8Array,
  endsCell: boolean,
  nodes: Uint16Array,
): boolean {
  const ahead: Task = {
    letters,
    nexts: nextsIn(graph),
    begins: (node) => node < graph.cells,
    ends: (node) => !endsCell || graph.endsCell[node] === 1,
  };
  const [first, last] = [graph.counts[letters[0]!]!, graph.counts[letters.at(-1)!]!];
  const tasks = last < first ? [turnTask(ahead), ahead] : [ahead, turnTask(ahead)];
  for (const task of tasks) {
    const found = follow(graph, task);
    if (found === 'none') return false;
    if (found === 'unsettled') continue;
    nodes.set(task === ahead ? found : found.reverse());
    return true;
  }
  return false;
}

function turnTask({ letters, nexts, begins, ends }: Task): Task {
  const before: number[][] = nexts.map(() => []);
  for (const [node, after] of nexts.entries()) for (const next of after) before[next]!.push(node);
  return { letters: letters.toReversed(), nexts: before, begins: ends, ends: begins };
}

/** Reuses no cell and tries nodes with the fewest successors first (Warnsdorff's rule). */
function follow(graph: LetterGraph, task: Task): number[] | 'none' | 'unsettled' {
  const last = task.letters.length - 1;
  const hopes = hopefulNodes(graph, task);
  const used = new Uint8Array(graph.size);
  const path: number[] = [];
  const failed = graph.size > BITS ? undefined : new Set<number>();
  let bits = 0;
  let steps = 0;
  const starts = Array.from(task.nexts.keys()).filter((node) => hopes[0]![node] === 1 && task.begins(node));
  if (anyLeadsOn(starts, 0)) return path;
  return steps > MOST_PATIENT_STEPS ? 'unsettled' : 'none';

  function anyLeadsOn(candidates: readonly number[], place: number): boolean {
    if (place === last) return candidates.some((node) => leadsOn(node, place));
    const ways = candidates.map((node) => (waysFrom(node, place) << NODE_BITS) | node);
    ways.sort((one, other) => one - other);
    return ways.some((way) => leadsOn(way & ((1 << NODE_BITS) - 1), place));
  }

  function leadsOn(node: number, place: number): boolean {
    path[place] = node;
    if (place === last) return true;
    const key = (bits >>> 0) * BITS + node;
    if (failed?.has(key) || ++steps > MOST_PATIENT_STEPS) return false;
    use(node, 1);
    const hopeful = hopes[place + 1]!;
    const onward = task.nexts[node]!.filter((next) => used[next] === 0 && hopeful[next] === 1);
    const leads = anyLeadsOn(onward, place + 1);
    use(node, 0);
    failed?.add(key);
    return leads;
  }

  function use(node: number, value: 0 | 1): void {
    used[node] = value;
    bits ^= 1 << node;
  }

  function waysFrom(node: number, place: number): number {
    const hopeful = hopes[place + 1]!;
    let ways = 0;
    for (const next of task.nexts[node]!) if (used[next] === 0 && hopeful[next] === 1) ways++;
    return ways;
  }
}

/** Marks nodes from which the other letters could be spelled if cells could be reused. Linear. */
function hopefulNodes({ letterOf, size }: LetterGraph, { letters, nexts, ends }: Task): Uint8Array[] {
  const hopes: Uint8Array[] = [];
  for (let place = letters.length - 1; place >= 0; place--) {
    const after = hopes[place + 1];
    const hopeful = new Uint8Array(size);
    for (let node = 0; node < size; node++) {
      if (letterOf[node] !== letters[place]) continue;
      if (after ? nexts[node]!.some((next) => after[next] === 1) : ends(node)) hopeful[node] = 1;
    }
    hopes[place] = hopeful;
  }
  return hopes;
}

function nextsIn({ size, slots, nexts }: LetterGraph): number[][] {
  return Array.from({ length: size }, (_, node) => {
    let all = 0;
    for (let letter = 0; letter < 32; letter++) all |= slots[(node << 5) | letter]!;
    return [0, 1, 2, 3, 4, 5, 6, 7]
      .filter((slot) => all & (1 << slot))
      .map((slot) => nexts[(node << 3) | slot]!);
  });
}

/** A node has at most as many successors as a cell has neighbors. Each has a slot. */
const SLOT_BITS = 3;
const LETTER_BITS = 5;

/**
 * A board with a node for each letter, so that a cell of several letters is a row of nodes. The first letter
 * of cell 3 is node 3, and further letters come after all cells. The last node of a cell leads to the first
 * nodes of its neighbors. Letters are 1 to 26, as in every automaton. For hot paths: typed arrays that find
 * successors by letter.
 */
export class LetterGraph {
  cells = 0;
  size = 0;
  readonly letterOf: Uint8Array;
  readonly cellOf: Uint8Array;
  /** 1 at the end of a cell, where a word may end. */
  readonly endsCell: Uint8Array;
  /** The number of nodes with each letter. */
  readonly counts = new Uint16Array(1 << LETTER_BITS);
  /** A successor at `node << 3 | slot`. */
  readonly nexts: Uint16Array;
  /** At `node << 5 | letter`: a bit for each slot of a node with this letter. */
  readonly slots: Uint8Array;
  /** A bit for each letter of a successor. */
  readonly after: Int32Array;

  /** `capacity` is the number of letters. */
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

  /** Returns the node of the cell's last letter. */
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
