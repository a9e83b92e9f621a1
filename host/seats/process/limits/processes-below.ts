import type { Spread } from '../processes/player-processes.ts';
import { childrenOf } from '../processes/proc.ts';
import { Slices } from './cgroup-slices.ts';

/**
 * All processes of a player, ended ones too that nobody has waited for; no more than one over `most`. Each takes 20 to
 * 60 µs, one of many threads more.
 */
export async function processesBelow({ above, known }: Spread, most: number): Promise<number[]> {
  const found = new Set(known);
  const parents = [...above, ...known];
  const slices = new Slices();
  for (const parent of parents) {
    for (const child of childrenOf(parent)) {
      if (found.size > most) return [...found];
      if (!found.has(child)) parents.push(child);
      found.add(child);
    }
    await slices.pause();
  }
  return [...found];
}
