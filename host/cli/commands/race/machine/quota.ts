import { dirname, join } from 'node:path';
import { type OwnGroup, ownGroups } from '../../../../seats/process/cgroups/own-groups.ts';
import { textOf } from './text-of.ts';

/** How many processors a control group grants at most; null without a limit, or if it is unknown. */
export function quota(): number | null {
  const [groups, mounts] = [textOf('/proc/self/cgroup'), textOf('/proc/self/mountinfo')];
  if (groups === undefined || mounts === undefined) return null;
  const granted = ownGroups(groups, mounts, 'cpu').flatMap(grantedAlong);
  return granted.length === 0 ? null : Math.min(...granted);
}

/** What holds for a group holds for all in it. */
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
