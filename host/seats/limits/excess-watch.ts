import { cpus } from 'node:os';
import type { Nanos } from '../../tabletop/units.ts';
import type { PlayerProcesses } from '../processes/player-processes.ts';
import { hasProc, readProc } from '../processes/proc.ts';
import type { Excess } from '../seat.ts';
import type { CpuMeter } from './cpu-meter.ts';
import type { MemoryGroup } from './memory-group.ts';
import { processesBelow } from './processes-below.ts';

/** What one player may have of the machine. */
export interface Caps {
  /** Bytes. */
  readonly memory: number | undefined;
  readonly processes: number;
  /** Processor time in all; endless where there is no limit. */
  readonly cpu: Nanos;
}

const PERIOD_MS = 100;
/** At least every so many periods the processes are counted. */
const COUNT_EVERY = 10;
/** What /proc counts memory in, on the machines that have namespaces. */
const PAGE = 4096;

/**
 * Looks ten times a second at what a player takes, until it is too much. Counting processes is dear, and reading how
 * many threads the whole machine has is cheap: while these are not many more than at the last count, that holds.
 */
export class ExcessWatch {
  readonly #caps: Caps;
  readonly #group: MemoryGroup | undefined;
  readonly #processes: PlayerProcesses;
  readonly #meter: CpuMeter;
  readonly #timer: NodeJS.Timeout | undefined;
  #looking = false;
  #stopped = false;
  #periods = 0;
  #counted = 0;
  #threadsThen = 0;
  /** Before it the limit of processor time cannot be reached, with all processors of the machine. */
  #cpuLookAt: number;

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
    this.#cpuLookAt = performance.now() + soonestEnd(caps.cpu);
    if (!hasProc) return;
    this.#timer = setInterval(async () => {
      if (this.#looking) return;
      this.#looking = true;
      const excess = overrun(group, caps) ?? (await this.#look()) ?? (await this.#lookAtCpu());
      this.#looking = false;
      if (excess === undefined || this.#stopped) return;
      this.stop();
      tell(excess);
    }, PERIOD_MS).unref();
  }

  stop(): void {
    this.#stopped = true;
    clearInterval(this.#timer);
  }

  async #look(): Promise<Excess | undefined> {
    const polled = this.#group === undefined && this.#caps.memory !== undefined;
    const threads = threadsOfMachine();
    const room = this.#caps.processes - this.#counted;
    const grown = threads - this.#threadsThen > room / 2;
    if (!polled && !grown && ++this.#periods % COUNT_EVERY !== 0) return undefined;
    return await this.#count(threads, polled);
  }

  async #lookAtCpu(): Promise<Excess | undefined> {
    const { cpu: limit } = this.#caps;
    if (performance.now() < this.#cpuLookAt) return undefined;
    const used = await this.#meter.used();
    this.#cpuLookAt = performance.now() + soonestEnd(limit - used);
    return used > limit ? { of: 'cpu', used, limit } : undefined;
  }

  async #count(threads: number, withMemory: boolean): Promise<Excess | undefined> {
    const { memory, processes: most } = this.#caps;
    const pids = await processesBelow(this.#processes.spread(), most);
    this.#counted = pids.length;
    this.#threadsThen = threads;
    if (pids.length > most) return { of: 'processes', most };
    const bytes = withMemory ? residentBytes(pids) : 0;
    return bytes > memory! ? { of: 'memory', bytes, byKernel: false } : undefined;
  }
}

/** In milliseconds. */
function soonestEnd(left: Nanos): number {
  return left / 1e6 / cpus().length;
}

/** The kernel has ended something of a player in a group, because it was at its limit. */
export function overrun(group: MemoryGroup | undefined, { memory }: Caps): Excess | undefined {
  return group?.overran() ? { of: 'memory', bytes: memory!, byKernel: true } : undefined;
}

/** The last but one of its numbers, after the loads: `1/312`. */
function threadsOfMachine(): number {
  return Number(/\/(\d+) /.exec(readProc('loadavg') ?? '')?.[1] ?? Number.POSITIVE_INFINITY);
}

function residentBytes(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + PAGE * Number(readProc(`${pid}/statm`)?.split(' ')[1] ?? 0), 0);
}
