import { processFacts, readProc, type Seen, threadPathsOf } from './proc.ts';

export interface Usage {
  readonly cpuMs: number | null;
  /** How long its threads could have run and had no processor. */
  readonly waitMs: number | null;
  readonly maxRssKb: number | null;
}

export const unknownUsage: Usage = { cpuMs: null, waitMs: null, maxRssKb: null };

/** What these processes have used until now; of processor time also what those that they waited for have used. */
export function usageOf(processes: readonly Seen[]): Usage {
  let usage = unknownUsage;
  const threads: string[] = [];
  for (const seen of processes) {
    if (!isGoing(seen)) threads.push(...threadPathsOf(seen));
    const cpuMs = seen.cpuMs ?? processFacts(seen.pid)?.cpuMs;
    const peak = /^VmHWM:\s+(\d+) kB/m.exec(readProc(`${seen.pid}/status`) ?? '');
    if (cpuMs === undefined || !peak) continue;
    usage = {
      ...usage,
      cpuMs: (usage.cpuMs ?? 0) + cpuMs,
      maxRssKb: (usage.maxRssKb ?? 0) + Number(peak[1]),
    };
  }
  return { ...usage, waitMs: waitOf(threads) };
}

/** On its way out with its last thread: whether it is still there to be asked depends on the moment. */
const isGoing = ({ exiting, threads }: Seen) => exiting === true && threads === 1;

/** Each is read in 10 to 50 µs, while the other players may still be playing. */
const MOST_THREADS = 256;

/** Of the threads that live now: the kernel forgets how long one waited when it ends. */
function waitOf(threads: readonly string[]): number | null {
  if (threads.length > MOST_THREADS) return null;
  const waits = threads.map(nanosWaited).filter((wait) => wait !== undefined);
  if (waits.length === 0) return null;
  return Math.round(waits.reduce((sum, wait) => sum + wait, 0) / 1e4) / 100;
}

/** A kernel that does not count this has no such file, or says that the thread never ran. */
function nanosWaited(thread: string): number | undefined {
  const [, wait, turns] = readProc(`${thread}/schedstat`)?.trim().split(' ').map(Number) ?? [];
  return turns ? wait : undefined;
}
