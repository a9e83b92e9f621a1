import { setImmediate as nextPoll } from 'node:timers/promises';
import type { Spread } from '../processes/player-processes.ts';
import { childrenOf } from '../processes/proc.ts';

/** So long may a look keep everybody else waiting. A process takes 20 to 60 µs, one of many threads more. */
const LONGEST_SLICE_MS = 0.2;

/** All processes of a player, ended ones too that nobody has waited for; no more than one over `most`. */
export async function processesBelow({ above, known }: Spread, most: number): Promise<number[]> {
  const found = new Set(known);
  const parents = [...above, ...known];
  let began = performance.now();
  for (const parent of parents) {
    for (const child of childrenOf(parent)) {
      if (found.size > most) return [...found];
      if (!found.has(child)) parents.push(child);
      found.add(child);
    }
    if (performance.now() - began < LONGEST_SLICE_MS) continue;
    await nextPoll();
    began = performance.now();
  }
  return [...found];
}
