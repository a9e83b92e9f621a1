import { dirname } from 'node:path';
import { type CgroupVersion, cgroupLayouts, readCount } from '../cgroups/cgroup-layouts.ts';
import { readGroupFile } from '../cgroups/group-folder.ts';
import { ownGroups } from '../cgroups/own-groups.ts';
import { readProc } from '../processes/proc.ts';

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
