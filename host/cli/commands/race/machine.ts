import { readFileSync } from 'node:fs';
import { cpus, loadavg, platform, release } from 'node:os';
import { dirname, join } from 'node:path';
import { version } from '../../../core/version.ts';
import { type OwnGroup, ownGroups } from '../../../seats/process/limits/cgroups.ts';
import { allowedList } from '../../../seats/process/processes/pinning.ts';
import { allPids, hasProc, processFacts, readProc } from '../../../seats/process/processes/proc.ts';
import type { Machine } from '../../../tools/race/race-report.ts';

/** The machine at one moment. */
interface Look {
  readonly at: number;
  readonly load: number;
  /** Milliseconds of processor time: of this process with all that it waited for, of each by itself, and of all. */
  readonly ours: number;
  readonly processes: ReadonlyMap<number, number>;
  readonly busyMs: number | undefined;
}

/** A process that used less did not disturb the race. */
const WORTH_NAMING = 0.05;
const MOST_NAMED = 3;

/** Measures now, and again when it is asked for the time between. */
export function watchMachine(): () => Machine {
  const before = look();
  return () => {
    const after = look();
    return {
      ...thisMachine(),
      loadBefore: before.load,
      loadAfter: after.load,
      othersShare: othersShare(before, after),
      busy: busiest(before, after),
    };
  };
}

function thisMachine() {
  return {
    platform: platform(),
    kernel: release(),
    node: process.version,
    wordhost: version,
    model: cpus()[0]?.model ?? null,
    processors: cpus().length,
    allowedProcessors: allowedList() ?? null,
    quota: quota(),
  };
}

function look(): Look {
  return {
    at: performance.now(),
    load: loadavg()[0]!,
    ours: processFacts(process.pid)?.cpuMs ?? 0,
    processes: new Map(hasProc ? allPids().map((pid) => [pid, ownMs(readProc(`${pid}/stat`) ?? '')]) : []),
    busyMs: readBusyMs(textOf('/proc/stat') ?? ''),
  };
}

const MS_PER_TICK = 10;

/** All but idle time, of the first line of `/proc/stat`. */
export function readBusyMs(stat: string): number | undefined {
  const ticks = /^cpu +([\d ]+)$/m.exec(stat)?.[1] ?? '';
  const [user, nice, system, , , interrupts, softInterrupts] = ticks.split(' ').map(Number);
  if (softInterrupts === undefined) return undefined;
  return (user! + nice! + system! + interrupts! + softInterrupts) * MS_PER_TICK;
}

/** Leaves out the time for which a process has waited: a shell that lives for hours would have it all at once. */
export function ownMs(stat: string): number {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK || 0;
}

/** The processor time of all others than this host and what it started and waited for. */
function othersShare(before: Look, after: Look): number | null {
  if (before.busyMs === undefined || after.busyMs === undefined) return null;
  const all = (after.at - before.at) * cpus().length;
  const others = after.busyMs - before.busyMs - (after.ours - before.ours);
  return Math.min(1, Math.max(0, others / all));
}

function busiest(before: Look, after: Look): Machine['busy'] {
  return [...after.processes.keys()]
    .filter((pid) => pid !== process.pid)
    .map((pid) => ({ pid, share: had(pid, before, after) / (after.at - before.at) }))
    .filter(({ share }) => share >= WORTH_NAMING)
    .sort((one, other) => other.share - one.share)
    .slice(0, MOST_NAMED)
    .map(({ pid, share }) => ({ name: readProc(`${pid}/comm`)?.trim() ?? '?', pid, share }));
}

function had(pid: number, before: Look, after: Look): number {
  return (after.processes.get(pid) ?? 0) - (before.processes.get(pid) ?? 0);
}

/** The number of processors that a control group grants at most. Null without a limit, or if it is unknown. */
export function quota(): number | null {
  const [groups, mounts] = [textOf('/proc/self/cgroup'), textOf('/proc/self/mountinfo')];
  if (groups === undefined || mounts === undefined) return null;
  const granted = ownGroups(groups, mounts, 'cpu').flatMap(grantedAlong);
  return granted.length === 0 ? null : Math.min(...granted);
}

/** A limit of a group holds for everything in it. */
function grantedAlong({ folder, place }: OwnGroup): number[] {
  const found: number[] = [];
  for (let each = folder; each.startsWith(place); each = dirname(each)) {
    const limit = readQuota(
      textOf(join(each, 'cpu.max')) ??
        `${textOf(join(each, 'cpu.cfs_quota_us'))} ${textOf(join(each, 'cpu.cfs_period_us'))}`,
    );
    if (limit !== undefined) found.push(limit);
    if (each === dirname(each)) break;
  }
  return found;
}

/** The microseconds of a period, and of how long a period is: `50000 100000`, or `max 100000`. */
export function readQuota(text: string): number | undefined {
  const [granted, period] = text.trim().split(/\s+/).map(Number);
  return granted! > 0 && period! > 0 ? granted! / period! : undefined;
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return undefined; // another system, or no permission
  }
}
