import { existsSync } from 'node:fs';
import { readProc } from '../processes/proc.ts';
import { type Mount, readMounts } from './mounts.ts';

export type GroupMount = Pick<Mount, 'place' | 'flags'>;

/** Where this host sees control groups: who may write there can leave the one that it is in. */
export function groupMounts(mountinfo = readProc('self/mountinfo') ?? ''): GroupMount[] {
  const mounts = readMounts(mountinfo);
  const isCovered = ({ place }: Mount, index: number) =>
    mounts.some((mount, later) => later > index && mount.place === place);
  return mounts.filter(
    (mount, index) => /^cgroup2?$/.test(mount.type) && !isCovered(mount, index) && existsSync(mount.place),
  );
}
