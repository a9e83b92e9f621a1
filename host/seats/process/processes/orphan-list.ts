import { childrenOf, childrenOfThread, processFacts } from './proc.ts';
import type { ProcessFacts } from './stat-file.ts';

/**
 * What has lost its parents becomes a child of one process, the same for all that one launcher starts. So what left its
 * player can be found without a look at every process of the machine.
 */
export class OrphanList {
  readonly #adopter: number;
  readonly #since: number;
  /** Older, or ended and kept by a parent that does not wait for it. */
  #dismissed = new Set<number>();

  /** Nothing that is older than the launcher belongs to a player. */
  constructor(adopter: number, launcher: number) {
    this.#adopter = adopter;
    this.#since = processFacts(launcher)?.start ?? 0;
  }

  /** Those that may be a player's. */
  candidates(): ProcessFacts[] {
    const dismissed = new Set<number>();
    const candidates: ProcessFacts[] = [];
    for (const pid of adoptedBy(this.#adopter)) {
      const facts = this.#dismissed.has(pid) ? undefined : processFacts(pid);
      if (facts?.living && facts.start >= this.#since) candidates.push(facts);
      else dismissed.add(pid);
    }
    this.#dismissed = dismissed;
    return candidates;
  }
}

/** The kernel gives orphans to the first thread of a process that is not ending, which is nearly always the first of all. */
function adoptedBy(pid: number): number[] {
  return processFacts(pid)?.exiting === false ? childrenOfThread(pid, pid) : childrenOf(pid);
}
