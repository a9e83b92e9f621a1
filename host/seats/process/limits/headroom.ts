import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { allPids, hasProc, readProc } from '../processes/proc.ts';
import { type CgroupVersion, cgroupLayouts, ownGroups, readCount, readGroupFile } from './cgroups.ts';

/** A limit of the machine for this host and everything that it starts. */
export interface Headroom {
  readonly of: 'descriptors' | 'processes' | 'memory';
  readonly most: number;
  readonly used: number;
  readonly raise: string;
}

/** What must run at the same time. */
export interface Load {
  readonly players: number;
  /** Other processes of this program, among which the players are divided. */
  readonly others: number;
  /** The players of the fullest process. */
  readonly ofOne: number;
}

/**
 * Measured at every level: a player needs 6 descriptors and one more at its start, and under `strict` up to 7
 * processes of ours. A runtime such as Node adds a dozen threads. Memory counts our own processes; another
 * process of this program needs 60 to 80 MB, and a dozen threads with its shells.
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

export function hereAlone(players: number): Load {
  return { players, others: 0, ofOne: players };
}

/** Returns which limit is too low. */
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

export function readHeadroom(): Headroom[] {
  if (!hasProc) return [];
  return [descriptors(), userProcesses(), ...groupProcesses()].filter((found) => found !== undefined);
}

/** Memory for more processes of this program. */
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

/** The limit that `ulimit` shows. */
function softLimit(name: string): number | undefined {
  const found = new RegExp(`^${name} +(\\d+)`, 'm').exec(readProc('self/limits') ?? '')?.[1];
  return found === undefined ? undefined : Number(found);
}

function threadsOfUser(pid: number, user: number): number {
  const status = readProc(`${pid}/status`) ?? '';
  if (Number(/^Uid:\t(\d+)/m.exec(status)?.[1]) !== user) return 0;
  return Number(/^Threads:\t(\d+)/m.exec(status)?.[1] ?? 0);
}

/** Limits of a control group apply to everything in it. */
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

/** The kernel reclaims these cached files first. */
const reclaimable = { v2: 'inactive_file', v1: 'total_inactive_file' } as const satisfies Record<
  CgroupVersion,
  string
>;

/** Free bytes that cost other processes nothing. Undefined if unknown. */
export function freeMemory(): number | undefined {
  const ofMachine = /^MemAvailable:\s+(\d+) kB$/m.exec(readProc('meminfo') ?? '')?.[1];
  if (ofMachine === undefined) return undefined;
  const groups = ownGroups(readProc('self/cgroup') ?? '', readProc('self/mountinfo') ?? '', 'memory');
  const ofGroups = groups.flatMap(({ version, folder, place }) =>
    withAncestors(folder, place).flatMap((each) => freeInGroup(each, version) ?? []),
  );
  return Math.max(0, Math.min(Number(ofMachine) * 1024, ...ofGroups));
}

/** A limit applies to everything below it, so all groups above count. */
export function withAncestors(folder: string, top: string): string[] {
  return folder === top || folder === '/' ? [folder] : [folder, ...withAncestors(dirname(folder), top)];
}

export function freeInGroup(folder: string, version: CgroupVersion): number | undefined {
  const { limit, usage } = cgroupLayouts[version];
  const most = readCount(readGroupFile(folder, limit), undefined);
  const used = readCount(readGroupFile(folder, usage.file), undefined);
  if (most === undefined || used === undefined) return undefined;
  return most - used + (readCount(readGroupFile(folder, 'memory.stat'), reclaimable[version]) ?? 0);
}
