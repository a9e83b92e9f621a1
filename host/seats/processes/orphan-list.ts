import { childrenOf, processFacts } from './proc.ts';

/**
 * What has lost its parents becomes a child of one process, the same for all that one launcher starts. So what left its
 * player can be found without a look at every process of the machine.
 */
export class OrphanList {
  readonly #reaper: number;
  readonly #since: number;
  #older = new Set<number>();

  /** Nothing that is older than the launcher belongs to a player. */
  constructor(reaper: number, launcher: number) {
    this.#reaper = reaper;
    this.#since = processFacts(launcher)?.start ?? 0;
  }

  /** Those that may be a player's. */
  unknown(): number[] {
    const older = new Set<number>();
    const unknown: number[] = [];
    for (const pid of childrenOf(this.#reaper)) {
      if (this.#older.has(pid) || (processFacts(pid)?.start ?? 0) < this.#since) older.add(pid);
      else unknown.push(pid);
    }
    this.#older = older;
    return unknown;
  }
}
