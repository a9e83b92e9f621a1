import { setImmediate as nextPoll } from 'node:timers/promises';
import type { Spread } from '../processes/player-processes.ts';
import { childrenOf } from '../processes/proc.ts';

/**
 * All processes of a player, ended ones too that nobody has waited for; no more than one over `most`. Each takes 20 to
 * 60 µs, one of many threads more.
 */
export async function processesBelow({ above, known }: Spread, most: number): Promise<number[]> {
  const found = new Set(known);
  const parents = [...above, ...known];
  const turns = new ShortTurns();
  for (const parent of parents) {
    for (const child of childrenOf(parent)) {
      if (found.size > most) return [...found];
      if (!found.has(child)) parents.push(child);
      found.add(child);
    }
    await turns.pause();
  }
  return [...found];
}

/** The longest time for which a look may block the host. */
const LONGEST_TURN_MS = 0.2;

/** Work that lets others have their turn now and then. */
export class ShortTurns {
  #began = performance.now();

  /** To be called after each piece. */
  async pause(): Promise<void> {
    if (performance.now() - this.#began < LONGEST_TURN_MS) return;
    await nextPoll();
    this.#began = performance.now();
  }
}
