import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { allPids, hasProc, readProc } from '../processes/proc.ts';
import { readGroupFile } from './group-folder.ts';
import type { Room } from './headroom.ts';
import { ownGroups } from './own-groups.ts';

/** The limits that hold for this host now; none where nothing can be found out. */
export function readRooms(): Room[] {
  if (!hasProc) return [];
  return [descriptors(), userProcesses(), ...groupProcesses()].filter((room) => room !== undefined);
}

function descriptors(): Room | undefined {
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
function userProcesses(): Room | undefined {
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
function groupProcesses(): Room[] {
  const groups = ownGroups(readProc('self/cgroup') ?? '', readProc('self/mountinfo') ?? '', 'pids');
  return groups.flatMap(({ folder, place }) => withAncestors(folder, place)).flatMap(roomOfGroup);
}

function withAncestors(folder: string, top: string): string[] {
  return folder === top || folder === '/' ? [folder] : [folder, ...withAncestors(dirname(folder), top)];
}

function roomOfGroup(folder: string): Room[] {
  const most = readGroupFile(folder, 'pids.max').trim();
  const used = Number(readGroupFile(folder, 'pids.current'));
  if (!/^\d+$/.test(most)) return []; // no limit here
  const where = join(folder, 'pids.max');
  const raise = `raise ${where} (TasksMax= of systemd, --pids-limit of a container)`;
  return [{ of: 'processes', most: Number(most), used, raise }];
}
