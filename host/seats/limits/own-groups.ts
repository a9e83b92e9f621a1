import type { CgroupVersion } from './cgroup-layouts.ts';

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
  const mounts = mountinfo.split('\n').filter(Boolean).map(readMount);
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

interface Mount {
  /** What of the hierarchy stands at the place. */
  readonly root: string;
  readonly place: string;
  readonly type: string;
  readonly options: readonly string[];
}

function readMount(line: string): Mount {
  const [about = '', system = ''] = line.split(' - ');
  const [, , , root = '', place = ''] = about.split(' ').map(unescaped);
  const [type = '', , options = ''] = system.split(' ');
  return { root, place, type, options: options.split(',') };
}

/** Blanks and the like stand there as octal numbers. */
function unescaped(text: string): string {
  return text.replaceAll(/\\([0-7]{3})/g, (_, digits) => String.fromCharCode(Number.parseInt(digits, 8)));
}

/** Nothing where the mount does not show the group. */
function folderOf(path: string, { root, place }: Mount): string | undefined {
  const below =
    root === '/' ? path : path === root || path.startsWith(`${root}/`) ? path.slice(root.length) : '..';
  if (below.split('/').includes('..')) return undefined;
  return below === '/' ? place : `${place}${below}`;
}
