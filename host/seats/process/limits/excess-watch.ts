import type { Nanos } from '../../../core/units.ts';
import type { Offence } from '../../../games/kit/verdict.ts';
import { processorsOfMachine } from '../../../match/plan.ts';
import type { PlayerProcesses } from '../processes/player-processes.ts';
import { hasProc, type ProcessSnapshot, readProc, threadPathsOf } from '../processes/proc.ts';
import type { MemoryGroup } from './memory-groups.ts';
import { type CpuMeter, hasTooManyFiles, MOST_FILES, processesBelow, usedBytes } from './usage.ts';

export interface Caps {
  readonly memory: number | undefined;
  readonly processes: number;
  /** Total processor time, or Infinity. */
  readonly cpu: Nanos;
  /** Folders of the sandbox that are separate file systems. */
  readonly folders: readonly string[];
  /** `required` removes a player that leaves the batch class, `seen` only reports it. */
  readonly batch: 'required' | 'seen' | undefined;
}

const PERIOD_MS = 100;
/** Processes are counted at least this often. */
const COUNT_EVERY = 10;
/** The chance of a look in each period: about one a second, at unpredictable times. */
const LOOKS_AT_SCHEDULING = 0.1;
/** A look at many open files is slow, so the pause after it is this many times as long. */
const REST = 9;

/**
 * Checks ten times a second whether a player uses too much. Counting processes is slow, so it is skipped
 * while the number of threads of the whole machine hardly grows.
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
  /** The limit of processor time cannot be reached before, even on all processors. */
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

  finalScheduling(processes: readonly ProcessSnapshot[]): string | undefined {
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
    // The second last number after the loads: `1/312`.
    const threads = Number(/\/(\d+) /.exec(readProc('loadavg') ?? '')?.[1] ?? Number.POSITIVE_INFINITY);
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

function soonestEnd(left: Nanos): number {
  return left / 1e6 / processorsOfMachine();
}

/** The kernel killed a process of a player because its group was at the limit. */
export function overrun(group: MemoryGroup | undefined, { memory }: Caps): Excess | undefined {
  return group?.overran() ? { of: 'memory', bytes: memory!, byKernel: true } : undefined;
}

export type Excess =
  | { readonly of: 'memory'; readonly bytes: number; readonly byKernel: boolean }
  | { readonly of: 'processes' | 'files'; readonly most: number }
  /** A process is not in the control group that limits memory. */
  | { readonly of: 'group' }
  /** A process left the batch class. */
  | { readonly of: 'scheduling'; readonly seen: string }
  | { readonly of: 'cpu'; readonly used: Nanos; readonly limit: Nanos };

export function excessOffence(excess: Excess): Offence {
  switch (excess.of) {
    case 'memory':
      return { kind: 'memory', rule: 'resident', detail: tooMuchMemory(excess) };
    case 'group':
      return { kind: 'memory', rule: 'group', detail: LEFT_ITS_GROUP };
    case 'files':
      return { kind: 'flood', rule: 'files', detail: tooManyFiles(excess.most) };
    case 'processes':
      return { kind: 'flood', rule: 'processes', detail: tooManyProcesses(excess.most) };
    case 'cpu':
      return { kind: 'time', rule: 'player-cpu', detail: tooMuchTime(excess) };
    case 'scheduling':
      return { kind: 'time', rule: 'batch', detail: leftItsClass(excess.seen) };
    default:
      return excess satisfies never;
  }
}

function tooMuchMemory({ bytes, byKernel }: Excess & { readonly of: 'memory' }): string {
  const size = `${Math.ceil(bytes / 2 ** 20)} MiB`;
  return byKernel
    ? `its processes needed more memory than the ${size} that --memory allows, so the kernel ended it`
    : `its processes used ${size} of memory, more than --memory allows`;
}

const LEFT_ITS_GROUP = 'one of its processes left the control group that limits its memory (--memory)';

function tooManyFiles(most: number): string {
  return `created more than ${most} files and folders in /tmp or /dev/shm`;
}

function tooManyProcesses(most: number): string {
  return `had more than ${most} processes at the same time (--max-processes), or left that many behind`;
}

function leftItsClass(seen: string): string {
  return `changed its scheduling class to ${seen}, which gives it priority over other players (--require-batch)`;
}

function tooMuchTime({ used, limit }: Excess & { readonly of: 'cpu' }): string {
  const seconds = (nanos: number) => `${(nanos / 1e9).toFixed(2)} s`;
  return `its processes used ${seconds(used)} of processor time, more than the ${seconds(limit)} that --player-cpu allows`;
}

/** The order is that of the kernel's numbers. */
const classes = ['other', 'fifo', 'rr', 'batch', undefined, 'idle', 'deadline', 'ext'];
const BATCH_CLASS = 'batch';

/** A thread takes some 20 µs while players may be playing. */
const MOST_THREADS = 32;
const NORMAL_PRIORITY = 120;
const REAL_TIME = 100;

interface Scheduling {
  readonly class: string;
  /** Null for classes without one. */
  readonly nice: number | null;
  /** The time slice in nanoseconds. Null if the kernel does not tell. */
  readonly slice: number | null;
}

/** The scheduling of a player. A deviation that was observed once is always reported. */
class SchedulingLooks {
  readonly #processes: PlayerProcesses;
  readonly #seen = new Set<string>();

  constructor(processes: PlayerProcesses) {
    this.#processes = processes;
  }

  /** Returns the first deviation from the batch class. */
  look(processes: readonly ProcessSnapshot[] = this.#processes.look()): string | undefined {
    for (const thread of someOf(processes.flatMap(threadPathsOf))) {
      const found = schedulingOf(thread);
      if (found !== undefined) this.#seen.add(inWords(found));
    }
    return this.#others()[0];
  }

  /** `batch`, or the deviation. Undefined before the first look. */
  get seen(): string | undefined {
    const others = this.#others();
    return others.length > 0 ? others.join('; ') : this.#seen.size > 0 ? BATCH_CLASS : undefined;
  }

  #others(): string[] {
    return [...this.#seen].filter((words) => words !== BATCH_CLASS).toSorted();
  }
}

/** Looks at a random part of very many threads, so that none can rely on not being seen. */
function someOf(threads: readonly string[]): readonly string[] {
  if (threads.length <= MOST_THREADS) return threads;
  const from = Math.floor(Math.random() * (threads.length - MOST_THREADS));
  return [threads[0]!, ...threads.slice(from + 1, from + MOST_THREADS)];
}

/** A class, and whatever gives more of the processors than the host gave. */
function inWords(found: Scheduling): string {
  const isLess = found.slice !== null && own?.slice != null && found.slice < 0.9 * own.slice;
  const isNicer = found.nice !== null && own?.nice != null && found.nice < own.nice;
  return [
    found.class,
    ...(isNicer ? [`nice ${found.nice}`] : []),
    ...(isLess ? [`slice ${found.slice! / 1e6} ms`] : []),
  ].join(', ');
}

function schedulingOf(thread: string): Scheduling | undefined {
  return fromSched(readProc(`${thread}/sched`)) ?? fromStat(readProc(`${thread}/stat`));
}

const IN_SCHED = ['policy', 'prio', 'se\\.slice'].map(
  (name) => new RegExp(`^${name}\\s*:\\s*(-?\\d+)$`, 'm'),
);

/** This file, where it exists, has the slice, too. */
function fromSched(text: string | undefined): Scheduling | undefined {
  const [policy, priority, slice] = IN_SCHED.map((line) => line.exec(text ?? '')?.[1]);
  if (policy === undefined || priority === undefined) return undefined;
  const nice = Number(priority) < REAL_TIME ? null : Number(priority) - NORMAL_PRIORITY;
  return { class: classOf(Number(policy)), nice, slice: slice === undefined ? null : Number(slice) };
}

function fromStat(text: string | undefined): Scheduling | undefined {
  const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ');
  if (fields === undefined || fields.length < 39) return undefined;
  return { class: classOf(Number(fields[38])), nice: Number(fields[16]), slice: null };
}

function classOf(policy: number): string {
  return classes[policy] ?? `class ${policy}`;
}

/** The host's own scheduling, which its children inherit. */
const own = schedulingOf('self');
