import type { PlayerProcesses } from './player-processes.ts';
import { readProc, type Seen, threadPathsOf } from './proc.ts';

/** As the kernel numbers them. */
const classes = ['other', 'fifo', 'rr', 'batch', undefined, 'idle', 'deadline', 'ext'];
const BATCH_CLASS = 'batch';

/** Each is read in some 20 µs, and the players may be playing. */
const MOST_THREADS = 32;
const NORMAL_PRIORITY = 120;
/** Below it. */
const REAL_TIME = 100;

interface Scheduling {
  readonly class: string;
  /** Null of classes that have none. */
  readonly nice: number | null;
  /** Nanoseconds that it is given at a time; null where the kernel does not tell. */
  readonly slice: number | null;
}

/** How the system has a player share the processors: what is not as the host left it, once it was seen, stays said. */
export class SchedulingLooks {
  readonly #processes: PlayerProcesses;
  readonly #seen = new Set<string>();

  constructor(processes: PlayerProcesses) {
    this.#processes = processes;
  }

  /** Answers with what is no batch work like any other, if anything is. */
  look(processes: readonly Seen[] = this.#processes.look()): string | undefined {
    for (const thread of someOf(processes.flatMap(threadPathsOf))) {
      const found = schedulingOf(thread);
      if (found !== undefined) this.#seen.add(inWords(found));
    }
    return this.#others()[0];
  }

  /** `batch`, or what was seen instead; undefined before anything was. */
  get seen(): string | undefined {
    const others = this.#others();
    return others.length > 0 ? others.join('; ') : this.#seen.size > 0 ? BATCH_CLASS : undefined;
  }

  #others(): string[] {
    return [...this.#seen].filter((words) => words !== BATCH_CLASS).toSorted();
  }
}

/** Of very many the first, and then from anywhere: none can count on not being looked at. */
function someOf(threads: readonly string[]): readonly string[] {
  if (threads.length <= MOST_THREADS) return threads;
  const from = Math.floor(Math.random() * (threads.length - MOST_THREADS));
  return [threads[0]!, ...threads.slice(from + 1, from + MOST_THREADS)];
}

/** A class, and what gives it more of the processors, or sooner, than the host gave it. */
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

/** Where the kernel has this file, it has the slice in it, too. */
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

/** What the host has, and with it what it starts. */
const own = schedulingOf('self');
