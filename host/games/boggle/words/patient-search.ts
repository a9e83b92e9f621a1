import type { LetterGraph } from './letter-graph.ts';

/**
 * Each way. On boards made for it a path could be sought for ever: what is not found by then counts as not there.
 * No word of a language comes near it on any board.
 */
const MOST_STEPS = 20_000;

/** Of a node's number, at most 1023. */
const NODE_BITS = 10;
/** On a board of so many letters, what was used fits a number: where it led nowhere once, it is not tried again. */
const BITS = 32;

/** Letters to be found one after the other, from their first on or from their last on. */
interface Task {
  readonly letters: Uint8Array;
  /** For each node those that may come next. */
  readonly nexts: readonly (readonly number[])[];
  readonly begins: (node: number) => boolean;
  readonly ends: (node: number) => boolean;
}

/**
 * For letters that a plain search did not settle, as on a board of nothing but As. It begins at the end whose letter
 * is the rarer, and then, if it must, at the other.
 */
export function findPatiently(
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
  const tasks = last < first ? [turned(ahead), ahead] : [ahead, turned(ahead)];
  for (const task of tasks) {
    const found = follow(graph, task);
    if (found === 'none') return false;
    if (found === 'unsettled') continue;
    nodes.set(task === ahead ? found : found.reverse());
    return true;
  }
  return false;
}

function turned({ letters, nexts, begins, ends }: Task): Task {
  const before: number[][] = nexts.map(() => []);
  for (const [node, after] of nexts.entries()) for (const next of after) before[next]!.push(node);
  return { letters: letters.toReversed(), nexts: before, begins: ends, ends: begins };
}

/**
 * It goes only where the rest could be spelled if cells might be used again, and first where the fewest ways lead on,
 * so that no corner is left behind.
 */
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
  return steps > MOST_STEPS ? 'unsettled' : 'none';

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
    if (failed?.has(key) || ++steps > MOST_STEPS) return false;
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

/**
 * For each letter 1 for the nodes from which the rest could be spelled, were cells not used up. That alone refuses
 * most words that cannot be, in time that grows with letters and cells and no faster.
 */
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
