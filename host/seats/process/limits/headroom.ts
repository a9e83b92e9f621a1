import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { allPids, hasProc, readProc } from '../processes/proc.ts';
import { type CgroupVersion, cgroupLayouts, ownGroups, readCount, readGroupFile } from './cgroups.ts';

/** One limit that the machine sets to this host and all that it starts. */
export interface Headroom {
  readonly of: 'descriptors' | 'processes' | 'memory';
  readonly most: number;
  readonly used: number;
  /** How a user gets more. */
  readonly raise: string;
}

/** What is to be there at once. */
export interface Load {
  readonly players: number;
  /** Processes of this program beside this one, among which the players are divided. */
  readonly others: number;
  /** Those of the process that has most of them. */
  readonly ofOne: number;
}

/**
 * Counted on every level: a player holds 6 descriptors (its pipes, its standard error, the line to its shell) and,
 * while it is started, 1 more; under `strict` 6 processes of ours stand around it, one more while it is started. What it
 * starts itself nobody knows; a runtime such as Node has a dozen threads. Of memory that is what is ours; another process
 * of this program has 60 to 80 MB, and with the shells that start players a dozen threads.
 */
const needs = {
  descriptors: ({ ofOne }: Load) => 12 + 7 * ofOne,
  processes: ({ players, others }: Load) => 4 + 8 * players + 16 * others,
  memory: ({ players, others }: Load) => (64 * others + 1.5 * players) * 2 ** 20,
} as const satisfies Record<Headroom['of'], (load: Load) => number>;

const words = {
  descriptors: 'more file descriptors',
  processes: 'more processes and threads',
  memory: 'of memory',
} as const;

/** Players whose host is this process. */
export function hereAlone(players: number): Load {
  return { players, others: 0, ofOne: players };
}

/** Why all that cannot be there at once, or none. */
export function shortage(load: Load, headroom: readonly Headroom[]): string | undefined {
  const tight = headroom.find(({ of, most, used }) => used + needs[of](load) > most);
  if (tight === undefined) return undefined;
  const { of, raise } = tight;
  const count = of === 'descriptors' ? load.ofOne : load.players;
  const where = load.others === 0 ? 'at once' : of === 'descriptors' ? 'of one process' : 'and their hosts';
  const who = count === 1 ? `1 player ${where} needs` : `${count} players ${where} need`;
  return `${who} ${amount(of, needs[of](load))} ${words[of]}, but ${thereIs(tight)}. ${raise}`;
}

function thereIs({ of, most, used }: Headroom): string {
  if (of === 'memory') return `only ${amount(of, most - used)} are free`;
  return `the limit is ${most}, of which ${used} are in use`;
}

function amount(of: Headroom['of'], count: number): string {
  return of === 'memory' ? `${Math.ceil(count / 2 ** 20)} MB` : String(count);
}

/** The limits that hold for this host now; none where nothing can be found out. */
export function readHeadroom(): Headroom[] {
  if (!hasProc) return [];
  return [descriptors(), userProcesses(), ...groupProcesses()].filter((found) => found !== undefined);
}

/** The memory that is left for more processes of this program. */
export function memoryHeadroom(): Headroom[] {
  const most = freeMemory();
  return most === undefined ? [] : [{ of: 'memory', most, used: 0, raise: 'End other programs' }];
}

function descriptors(): Headroom | undefined {
  const most = softLimit('Max open files');
  if (most === undefined) return undefined;
  // One of them is the folder that is being read.
  const used = readdirSync('/proc/self/fd').length - 1;
  return {
    of: 'descriptors',
    most,
    used,
    raise: 'Raise the limit: run `ulimit -n 1024` before the command',
  };
}

/** Root is exempt. */
function userProcesses(): Headroom | undefined {
  const most = softLimit('Max processes');
  const user = process.getuid?.();
  if (most === undefined || user === 0) return undefined;
  const used = allPids().reduce((sum, pid) => sum + threadsOfUser(pid, user!), 0);
  const raise =
    'End other programs of this user, or raise the limit: run `ulimit -u 4096` before the command';
  return { of: 'processes', most, used, raise };
}

/** As `ulimit` shows it. */
function softLimit(name: string): number | undefined {
  const found = new RegExp(`^${name} +(\\d+)`, 'm').exec(readProc('self/limits') ?? '')?.[1];
  return found === undefined ? undefined : Number(found);
}

function threadsOfUser(pid: number, user: number): number {
  const status = readProc(`${pid}/status`) ?? '';
  if (Number(/^Uid:\t(\d+)/m.exec(status)?.[1]) !== user) return 0;
  return Number(/^Threads:\t(\d+)/m.exec(status)?.[1] ?? 0);
}

/** What holds for a control group holds for all in it. */
function groupProcesses(): Headroom[] {
  const groups = ownGroups(readProc('self/cgroup') ?? '', readProc('self/mountinfo') ?? '', 'pids');
  return groups.flatMap(({ folder, place }) => withAncestors(folder, place)).flatMap(headroomOfGroup);
}

function headroomOfGroup(folder: string): Headroom[] {
  const most = readGroupFile(folder, 'pids.max').trim();
  const used = Number(readGroupFile(folder, 'pids.current'));
  if (!/^\d+$/.test(most)) return []; // no limit here
  const where = join(folder, 'pids.max');
  const raise = `Raise ${where} (TasksMax= of systemd, --pids-limit of a container)`;
  return [{ of: 'processes', most: Number(most), used, raise }];
}

/** What the kernel would give up of a group first: files that it has read. */
const reclaimable = { v2: 'inactive_file', v1: 'total_inactive_file' } as const satisfies Record<
  CgroupVersion,
  string
>;

/** The bytes that more processes may have without others losing theirs; none where the system does not tell. */
export function freeMemory(): number | undefined {
  const ofMachine = /^MemAvailable:\s+(\d+) kB$/m.exec(readProc('meminfo') ?? '')?.[1];
  if (ofMachine === undefined) return undefined;
  const groups = ownGroups(readProc('self/cgroup') ?? '', readProc('self/mountinfo') ?? '', 'memory');
  const ofGroups = groups.flatMap(({ version, folder, place }) =>
    withAncestors(folder, place).flatMap((each) => freeInGroup(each, version) ?? []),
  );
  return Math.max(0, Math.min(Number(ofMachine) * 1024, ...ofGroups));
}

/** A group and those that it is in, up to the one of this place: a limit holds for all below it. */
export function withAncestors(folder: string, top: string): string[] {
  return folder === top || folder === '/' ? [folder] : [folder, ...withAncestors(dirname(folder), top)];
}

/** None where it has no limit. */
export function freeInGroup(folder: string, version: CgroupVersion): number | undefined {
  const { limit, usage } = cgroupLayouts[version];
  const most = readCount(readGroupFile(folder, limit), undefined);
  const used = readCount(readGroupFile(folder, usage.file), undefined);
  if (most === undefined || used === undefined) return undefined;
  return most - used + (readCount(readGroupFile(folder, 'memory.stat'), reclaimable[version]) ?? 0);
}
