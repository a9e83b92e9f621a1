import type { Nanos } from '../../../core/units.ts';
import type { SandboxLevel } from '../../../match/seat.ts';
import { defaultProcessCap, type Hosting } from '../hosting.ts';
import { leastRequest } from '../sandbox/sandbox.ts';
import { ownFolders } from '../sandbox/strict-mounts.ts';

/** What one player may have of the machine. */
export interface Caps {
  /** Bytes. */
  readonly memory: number | undefined;
  readonly processes: number;
  /** Processor time in all; endless where there is no limit. */
  readonly cpu: Nanos;
  /** Folders of its sandbox that are file systems of their own. */
  readonly folders: readonly string[];
  /** Whether it has to stay batch work, or is only looked at; or is none, by the host's own doing. */
  readonly batch: 'required' | 'seen' | undefined;
}

export function capsOf(hosting: Hosting, level: SandboxLevel, batchProgram: string | undefined): Caps {
  const { memoryCap: memory, processCap = defaultProcessCap, cpuCap = Number.POSITIVE_INFINITY } = hosting;
  const folders = level === 'strict' ? ownFolders(hosting.strict ?? leastRequest) : [];
  const batch = batchProgram === undefined ? undefined : hosting.requireBatch ? 'required' : 'seen';
  return { memory, processes: processCap, cpu: cpuCap, folders, batch };
}
