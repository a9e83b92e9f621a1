import type { Nanos } from '../../../core/units.ts';
import type { Share, UsageSoFar } from '../../../match/process-facts.ts';
import type { PlayerProcesses } from '../processes/player-processes.ts';
import { processFacts, readProc } from '../processes/proc.ts';
import { usageOf } from '../processes/usage.ts';
import { processesBelow } from './processes-below.ts';

const NANOS_PER_MS = 1e6;
const MOST_PROCESSES = 100_000;

/** What all that a player started has used of the processors. */
export class CpuMeter implements UsageSoFar {
  readonly #processes: PlayerProcesses;
  #most: Nanos = 0;

  constructor(processes: PlayerProcesses) {
    this.#processes = processes;
  }

  /**
   * Never less than at the last look: what ended, and nobody waited for, is forgotten by the system. Never more than it
   * was, so that nobody is blamed for what it did not use.
   */
  async used(): Promise<Nanos> {
    const spread = this.#processes.spread();
    const pids = await processesBelow(spread, MOST_PROCESSES);
    const ended = spread.above.reduce((sum, pid) => sum + endedBelow(pid), 0);
    const seen = pids.reduce((sum, pid) => sum + usedBy(pid), ended);
    this.#most = Math.max(this.#most, seen);
    return this.#most;
  }

  share(): Share {
    return usageOf(this.#processes.look());
  }
}

/** The host's own process: only what it waited for is the player's. */
function endedBelow(pid: number): Nanos {
  return (processFacts(pid)?.endedCpuMs ?? 0) * NANOS_PER_MS;
}

/** In ticks of 10 ms; of the first thread the system tells nanoseconds, which is all where there is no other. */
function usedBy(pid: number): Nanos {
  const facts = processFacts(pid);
  if (!facts) return 0;
  const { cpuMs, endedCpuMs } = facts;
  return Math.max((cpuMs - endedCpuMs) * NANOS_PER_MS, firstThread(pid)) + endedCpuMs * NANOS_PER_MS;
}

function firstThread(pid: number): Nanos {
  return Number(readProc(`${pid}/schedstat`)?.split(' ')[0] ?? 0);
}
