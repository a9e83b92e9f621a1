/** What a control group of one version calls its files, and what is written to them. */
export interface CgroupLayout {
  readonly settings: readonly Setting[];
  /** How many processes the kernel ended for want of memory, here or on the whole machine. */
  readonly kills: Count;
  /** The first of the settings: whoever may write to it could change it. */
  readonly limit: string;
  readonly usage: Count;
  /** What is held in network sockets, where the usage does not count it. */
  readonly sockets?: Count;
  /** Lists what is in it: every thread, where threads of one process can be in several groups. */
  readonly members: { readonly file: string; readonly threads: boolean };
  /** Tells whether this very group was ever at its limit: the count is at least so much then. */
  readonly full: Count & { readonly atLeast: (bytes: number) => number };
}

interface Setting {
  readonly file: string;
  readonly text: (bytes: number) => string;
  /** Without it the group is no use. */
  readonly needed: boolean;
}

/** A file that is a number, or that has it after a word on a line of its own. */
export interface Count {
  readonly file: string;
  readonly word?: string;
}

/** In the order in which they must be written. */
export const cgroupLayouts = {
  v2: {
    settings: [
      { file: 'memory.max', text: String, needed: true },
      { file: 'memory.swap.max', text: () => '0', needed: false },
      { file: 'memory.oom.group', text: () => '1', needed: false },
    ],
    limit: 'memory.max',
    usage: { file: 'memory.current' },
    members: { file: 'cgroup.procs', threads: false },
    kills: { file: 'memory.events', word: 'oom_kill' },
    full: { file: 'memory.events', word: 'oom', atLeast: () => 1 },
  },
  v1: {
    settings: [
      { file: 'memory.limit_in_bytes', text: String, needed: true },
      // Memory and swap together: with the same limit nothing is swapped.
      { file: 'memory.memsw.limit_in_bytes', text: String, needed: false },
      { file: 'memory.oom_control', text: () => '0', needed: false },
      // Until it has a limit it counts nothing. The kernel lets it be passed.
      { file: 'memory.kmem.tcp.limit_in_bytes', text: String, needed: false },
    ],
    limit: 'memory.limit_in_bytes',
    usage: { file: 'memory.usage_in_bytes' },
    sockets: { file: 'memory.kmem.tcp.usage_in_bytes' },
    members: { file: 'tasks', threads: true },
    kills: { file: 'memory.oom_control', word: 'oom_kill' },
    // Of memory.failcnt, newer kernels keep no count.
    full: { file: 'memory.max_usage_in_bytes', atLeast: (bytes) => bytes },
  },
} as const satisfies Record<string, CgroupLayout>;

export type CgroupVersion = keyof typeof cgroupLayouts;

/** The number of a count, from the text of its file. */
export function readCount(text: string, word: string | undefined): number | undefined {
  const found = word === undefined ? text.trim() : new RegExp(`^${word} (\\d+)$`, 'm').exec(text)?.[1];
  return found !== undefined && /^\d+$/.test(found) ? Number(found) : undefined;
}
