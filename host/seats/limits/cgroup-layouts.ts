/** What a control group of one version calls its files, and what is written to them. */
export interface CgroupLayout {
  readonly settings: readonly Setting[];
  /** How many processes the kernel ended for want of memory, here or on the whole machine. */
  readonly kills: Count;
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
    kills: { file: 'memory.events', word: 'oom_kill' },
    full: { file: 'memory.events', word: 'oom', atLeast: () => 1 },
  },
  v1: {
    settings: [
      { file: 'memory.limit_in_bytes', text: String, needed: true },
      // Memory and swap together: with the same limit nothing is swapped.
      { file: 'memory.memsw.limit_in_bytes', text: String, needed: false },
      { file: 'memory.oom_control', text: () => '0', needed: false },
    ],
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
