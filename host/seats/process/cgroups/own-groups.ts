import type { CgroupVersion } from './cgroup-layouts.ts';
import { type Mount, readMounts } from './mounts.ts';

export interface OwnGroup {
  readonly version: CgroupVersion;
  readonly folder: string;
  /** Where the hierarchy is mounted: the folder is this, or below it. */
  readonly place: string;
}

export type Controller = 'memory' | 'pids' | 'cpu';

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
 * The folders of the control groups that this process is in and that may have such a controller, from the texts of
 * `/proc/self/cgroup` and `/proc/self/mountinfo`. Only one of them can have it: which, its files tell.
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

/** None where the mount does not show the group. */
function folderOf(path: string, { root, place }: Mount): string | undefined {
  const below =
    root === '/' ? path : path === root || path.startsWith(`${root}/`) ? path.slice(root.length) : '..';
  if (below.split('/').includes('..')) return undefined;
  return below === '/' ? place : `${place}${below}`;
}
