import { processFacts, readProc } from './proc.ts';

export interface Usage {
  readonly cpuMs: number | null;
  readonly maxRssKb: number | null;
}

export const unknownUsage: Usage = { cpuMs: null, maxRssKb: null };

/** What these processes, and those they waited for, have used until now. */
export function usageOf(pids: readonly number[]): Usage {
  let usage = unknownUsage;
  for (const pid of pids) {
    const facts = processFacts(pid);
    const peak = /^VmHWM:\s+(\d+) kB/m.exec(readProc(`${pid}/status`) ?? '');
    if (!facts || !peak) continue;
    usage = {
      cpuMs: (usage.cpuMs ?? 0) + facts.cpuMs,
      maxRssKb: (usage.maxRssKb ?? 0) + Number(peak[1]),
    };
  }
  return usage;
}
