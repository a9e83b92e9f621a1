import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readGroupFile } from '../cgroups/group-folder.ts';
import { ownGroups } from '../cgroups/own-groups.ts';
import { allPids, hasProc, readProc } from '../processes/proc.ts';

/** One limit that the machine sets to this host and all that it starts. */
export interface Headroom {
  readonly of: 'descriptors' | 'processes';
  readonly most: number;
  readonly used: number;
  /** How a user gets more. */
  readonly raise: string;
}

/**
 * Counted on every level: a player holds 6 descriptors (its pipes, its standard error, the line to its shell) and,
 * while it is started, 1 more; under `strict` 6 processes of ours stand around it, one more while it is started. What it
 * starts itself nobody knows; a runtime such as Node has a dozen threads.
 */
const needs = {
  descriptors: { host: 12, player: 7 },
  processes: { host: 4, player: 8 },
} as const;

const words = {
  descriptors: 'file descriptors',
  processes: 'processes and threads',
} as const;

/** Why so many players at once cannot be started, or none. */
export function shortage(players: number, headroom: readonly Headroom[]): string | undefined {
  const tight = headroom.find(({ of, most, used }) => used + needed(players, of) > most);
  if (tight === undefined) return undefined;
  const { of, most, used, raise } = tight;
  const who = players === 1 ? '1 player at once needs' : `${players} players at once need`;
  const there = `${most} may be open or running, ${used} of which are taken`;
  return `${who} ${needed(players, of)} ${words[of]} more, and ${there}: ${raise}`;
}

function needed(players: number, of: Headroom['of']): number {
  return needs[of].host + players * needs[of].player;
}

/** The limits that hold for this host now; none where nothing can be found out. */
export function readHeadroom(): Headroom[] {
  if (!hasProc) return [];
  return [descriptors(), userProcesses(), ...groupProcesses()].filter((found) => found !== undefined);
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
    raise: 'raise the limit, with `ulimit -n 1024` before the command',
  };
}

/** Root is exempt. */
function userProcesses(): Headroom | undefined {
  const most = softLimit('Max processes');
  const user = process.getuid?.();
  if (most === undefined || user === 0) return undefined;
  const used = allPids().reduce((sum, pid) => sum + threadsOfUser(pid, user!), 0);
  const raise =
    'end some of what runs as this user, or raise the limit, with `ulimit -u 4096` before the command';
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

function withAncestors(folder: string, top: string): string[] {
  return folder === top || folder === '/' ? [folder] : [folder, ...withAncestors(dirname(folder), top)];
}

function headroomOfGroup(folder: string): Headroom[] {
  const most = readGroupFile(folder, 'pids.max').trim();
  const used = Number(readGroupFile(folder, 'pids.current'));
  if (!/^\d+$/.test(most)) return []; // no limit here
  const where = join(folder, 'pids.max');
  const raise = `raise ${where} (TasksMax= of systemd, --pids-limit of a container)`;
  return [{ of: 'processes', most: Number(most), used, raise }];
}
