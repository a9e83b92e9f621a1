import type { Nanos } from '../../../core/units.ts';
import { processorsOfMachine } from '../../../match/plan/processors.ts';
import type { MemoryGroup } from '../cgroups/memory-group.ts';
import type { PlayerProcesses } from '../processes/player-processes.ts';
import { hasProc, readProc, type Seen } from '../processes/proc.ts';
import { SchedulingLooks } from '../processes/scheduling.ts';
import type { CpuMeter } from './cpu-meter.ts';
import type { Excess } from './excess.ts';
import { processesBelow } from './processes-below.ts';
import { hasTooManyFiles, MOST_FILES, usedBytes } from './used-memory.ts';

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

const PERIOD_MS = 100;
/** At least every so many periods the processes are counted. */
const COUNT_EVERY = 10;
/** The chance of a look in each period: about one a second, at times that no player can know. */
const LOOKS_AT_SCHEDULING = 0.1;
/** A look at what has very much open is long: so many times as long there is none. */
const REST = 9;

/**
 * Looks ten times a second at what a player takes, until it is too much. Counting processes is dear, and reading how
 * many threads the whole machine has is cheap: while these are not many more than at the last count, that holds.
 */
export class ExcessWatch {
  readonly #caps: Caps;
  readonly #group: MemoryGroup | undefined;
  readonly #processes: PlayerProcesses;
  readonly #meter: CpuMeter;
  readonly #scheduling: SchedulingLooks | undefined;
  readonly #tell: (excess: Excess) => void;
  readonly #timer: NodeJS.Timeout | undefined;
  #looking = false;
  #stopped = false;
  #periods = 0;
  #counted = 0;
  #threadsThen = 0;
  /** Before it the limit of processor time cannot be reached, with all processors of the machine. */
  #cpuLookAt: number;
  #nextLook = 0;

  constructor(
    caps: Caps,
    group: MemoryGroup | undefined,
    processes: PlayerProcesses,
    meter: CpuMeter,
    tell: (excess: Excess) => void,
  ) {
    this.#caps = caps;
    this.#group = group;
    this.#processes = processes;
    this.#meter = meter;
    this.#tell = tell;
    this.#cpuLookAt = performance.now() + soonestEnd(caps.cpu);
    if (!hasProc) return;
    if (caps.batch !== undefined) this.#scheduling = new SchedulingLooks(processes);
    this.#timer = setInterval(async () => {
      const began = performance.now();
      if (Math.random() < LOOKS_AT_SCHEDULING) this.lookAtScheduling();
      if (this.#looking || began < this.#nextLook) return;
      this.#looking = true;
      const excess =
        overrun(group, caps) ?? this.#files() ?? (await this.#look()) ?? (await this.#lookAtCpu());
      this.#looking = false;
      this.#nextLook = began + (1 + REST) * (performance.now() - began);
      if (excess === undefined || this.#stopped) return;
      this.stop();
      tell(excess);
    }, PERIOD_MS).unref();
  }

  /** `batch`, or what was seen instead; undefined where nothing was. */
  finalScheduling(processes: readonly Seen[]): string | undefined {
    this.#scheduling?.look(processes);
    return this.#scheduling?.seen;
  }

  lookAtScheduling(): void {
    const seen = this.#scheduling?.look();
    if (seen === undefined || this.#caps.batch !== 'required' || this.#stopped) return;
    this.stop();
    this.#tell({ of: 'scheduling', seen });
  }

  stop(): void {
    this.#stopped = true;
    clearInterval(this.#timer);
  }

  async #look(): Promise<Excess | undefined> {
    const limited = this.#caps.memory !== undefined;
    const threads = threadsOfMachine();
    const headroom = this.#caps.processes - this.#counted;
    const grown = threads - this.#threadsThen > headroom / 2;
    if (!limited && !grown && ++this.#periods % COUNT_EVERY !== 0) return undefined;
    return await this.#count(threads);
  }

  async #lookAtCpu(): Promise<Excess | undefined> {
    const { cpu: limit } = this.#caps;
    if (performance.now() < this.#cpuLookAt) return undefined;
    const used = await this.#meter.used();
    this.#cpuLookAt = performance.now() + soonestEnd(limit - used);
    return used > limit ? { of: 'cpu', used, limit } : undefined;
  }

  async #count(threads: number): Promise<Excess | undefined> {
    const { processes: most } = this.#caps;
    const pids = await processesBelow(this.#processes.spread(), most);
    this.#counted = pids.length;
    this.#threadsThen = threads;
    return pids.length > most ? { of: 'processes', most } : await this.#memory(pids);
  }

  async #memory(pids: readonly number[]): Promise<Excess | undefined> {
    const { memory } = this.#caps;
    if (memory === undefined) return undefined;
    if (this.#group?.includes(pids) === false) return { of: 'group' };
    const bytes = this.#group ? this.#group.excess() : await usedBytes(pids, memory);
    return bytes !== undefined && bytes > memory ? { of: 'memory', bytes, byKernel: false } : undefined;
  }

  #files(): Excess | undefined {
    const { folders } = this.#caps;
    if (folders.length === 0) return undefined;
    const [supervisor] = this.#processes.spread().above;
    const tooMany = supervisor !== undefined && hasTooManyFiles(supervisor, folders);
    return tooMany ? { of: 'files', most: MOST_FILES } : undefined;
  }
}

/** In milliseconds. */
function soonestEnd(left: Nanos): number {
  return left / 1e6 / processorsOfMachine();
}

/** The kernel has ended something of a player in a group, because it was at its limit. */
export function overrun(group: MemoryGroup | undefined, { memory }: Caps): Excess | undefined {
  return group?.overran() ? { of: 'memory', bytes: memory!, byKernel: true } : undefined;
}

/** The last but one of its numbers, after the loads: `1/312`. */
function threadsOfMachine(): number {
  return Number(/\/(\d+) /.exec(readProc('loadavg') ?? '')?.[1] ?? Number.POSITIVE_INFINITY);
}
