import { existsSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { attempt } from '../../../core/errors.ts';
import { processFacts, readProc } from '../processes/proc.ts';

export interface OwnGroup {
  readonly version: CgroupVersion;
  readonly folder: string;
  /** The mount point. `folder` is this or below it. */
  readonly place: string;
}

type Controller = 'memory' | 'pids' | 'cpu';

interface Hierarchy {
  readonly version: CgroupVersion;
  readonly isIn: (cgroupLine: string, controller: Controller) => boolean;
  readonly isMount: (mount: Mount, controller: Controller) => boolean;
}

const hierarchies: readonly Hierarchy[] = [
  { version: 'v2', isIn: (line) => line.startsWith('0::'), isMount: ({ type }) => type === 'cgroup2' },
  {
    version: 'v1',
    isIn: (line, controller) => line.split(':')[1]!.split(',').includes(controller),
    isMount: ({ type, options }, controller) => type === 'cgroup' && options.includes(controller),
  },
];

/**
 * Control groups of this process that may have the controller, from the texts of `/proc/self/cgroup` and
 * `/proc/self/mountinfo`. Only one has it, and its files tell which.
 */
export function ownGroups(cgroup: string, mountinfo: string, controller: Controller): OwnGroup[] {
  const lines = cgroup.split('\n').filter(Boolean);
  const mounts = readMounts(mountinfo);
  return hierarchies.flatMap(({ version, isIn, isMount }) => {
    const path = lines
      .find((line) => isIn(line, controller))
      ?.split(':')
      .slice(2)
      .join(':');
    const mount = mounts.find((found) => isMount(found, controller));
    const folder = path === undefined || mount === undefined ? undefined : folderOf(path, mount);
    return folder === undefined ? [] : [{ version, folder, place: mount!.place }];
  });
}

/** Undefined if the mount does not show the group. */
function folderOf(path: string, { root, place }: Mount): string | undefined {
  const below =
    root === '/' ? path : path === root || path.startsWith(`${root}/`) ? path.slice(root.length) : '..';
  if (below.split('/').includes('..')) return undefined;
  return below === '/' ? place : `${place}${below}`;
}

export interface CgroupLayout {
  readonly settings: readonly Setting[];
  /** Counts processes that the kernel killed for lack of memory, here or on the whole machine. */
  readonly kills: Count;
  /** The first setting. A process that may write to it could change the limit. */
  readonly limit: string;
  readonly usage: Count;
  /** Socket memory, if the usage does not include it. */
  readonly sockets?: Count;
  /** The list of members: every thread, if threads of one process can be in several groups. */
  readonly members: { readonly file: string; readonly threads: boolean };
  /** Tells whether this group ever reached its limit. */
  readonly full: Count & { readonly atLeast: (bytes: number) => number };
}

interface Setting {
  readonly file: string;
  readonly text: (bytes: number) => string;
  readonly needed: boolean;
}

/** A number in a file, alone or behind a word on its own line. */
export interface Count {
  readonly file: string;
  readonly word?: string;
}

/** The order in which settings must be written. */
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
      // Equal limits for memory, and memory with swap, prevent swapping.
      { file: 'memory.memsw.limit_in_bytes', text: String, needed: false },
      { file: 'memory.oom_control', text: () => '0', needed: false },
      // It counts nothing before it has a limit. The kernel lets players exceed it.
      { file: 'memory.kmem.tcp.limit_in_bytes', text: String, needed: false },
    ],
    limit: 'memory.limit_in_bytes',
    usage: { file: 'memory.usage_in_bytes' },
    sockets: { file: 'memory.kmem.tcp.usage_in_bytes' },
    members: { file: 'tasks', threads: true },
    kills: { file: 'memory.oom_control', word: 'oom_kill' },
    // Newer kernels do not count memory.failcnt.
    full: { file: 'memory.max_usage_in_bytes', atLeast: (bytes) => bytes },
  },
} as const satisfies Record<string, CgroupLayout>;

export type CgroupVersion = keyof typeof cgroupLayouts;

export function readCount(text: string, word: string | undefined): number | undefined {
  const found = word === undefined ? text.trim() : new RegExp(`^${word} (\\d+)$`, 'm').exec(text)?.[1];
  return found !== undefined && /^\d+$/.test(found) ? Number(found) : undefined;
}

interface Mount {
  /** The part of the file system that is mounted. */
  readonly root: string;
  readonly place: string;
  /** Flags of this mount, such as read-only. */
  readonly flags: readonly string[];
  readonly type: string;
  readonly options: readonly string[];
}

function readMounts(mountinfo: string): Mount[] {
  return mountinfo.split('\n').filter(Boolean).map(readMount);
}

function readMount(line: string): Mount {
  const [about = '', system = ''] = line.split(' - ');
  const [, , , root = '', place = '', flags = ''] = about.split(' ').map(unescaped);
  const [type = '', , options = ''] = system.split(' ');
  return { root, place, flags: flags.split(','), type, options: options.split(',') };
}

/** Blanks and other characters are octal numbers in the text. */
function unescaped(text: string): string {
  return text.replaceAll(/\\([0-7]{3})/g, (_, digits) => String.fromCharCode(Number.parseInt(digits, 8)));
}

export type GroupMount = Pick<Mount, 'place' | 'flags'>;

/** Mounts of control groups: a process that may write there can leave its own. */
export function groupMounts(mountinfo = readProc('self/mountinfo') ?? ''): GroupMount[] {
  const mounts = readMounts(mountinfo);
  const isCovered = ({ place }: Mount, index: number) =>
    mounts.some((mount, later) => later > index && mount.place === place);
  return mounts.filter(
    (mount, index) => /^cgroup2?$/.test(mount.type) && !isCovered(mount, index) && existsSync(mount.place),
  );
}

/** Returns whether the kernel accepted it. */
export function tryWrite(folder: string, file: string, text: string): boolean {
  try {
    writeFileSync(join(folder, file), text);
    return true;
  } catch {
    return false;
  }
}

export function readGroupFile(folder: string, file: string): string {
  return attempt(() => readFileSync(join(folder, file), 'latin1'), '');
}

export function subgroups(folder: string): string[] {
  return attempt(
    () =>
      readdirSync(folder, { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => name),
    [],
  );
}

/** Removes a group and those below it. A group with processes stays. */
export function tryRemove(folder: string): boolean {
  for (const name of subgroups(folder)) tryRemove(join(folder, name));
  try {
    rmdirSync(folder);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT';
  }
}

/** The name shows other hosts whether the host of this group still lives. */
export function groupName(rest: string): string {
  return `wordhost-${process.pid}-${processFacts(process.pid)?.start}-${rest}`;
}

/** Its host has ended. */
export function isOrphaned(name: string): boolean {
  const [, pid, start] = NAME.exec(name) ?? [];
  return pid !== undefined && processFacts(Number(pid))?.start !== Number(start);
}

export function isHostGroup(name: string): boolean {
  return NAME.test(name);
}

const NAME = /^wordhost-(\d+)-(\d+)-/;
