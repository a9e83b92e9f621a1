import { existsSync } from 'node:fs';
import { readProc } from '../processes/proc.ts';

export interface Mount {
  /** What of the file system stands at the place. */
  readonly root: string;
  readonly place: string;
  /** Of this mount alone: read-only, without devices and the like. */
  readonly flags: readonly string[];
  readonly type: string;
  readonly options: readonly string[];
}

/** From the text of `/proc/self/mountinfo`. */
export function readMounts(mountinfo: string): Mount[] {
  return mountinfo.split('\n').filter(Boolean).map(readMount);
}

function readMount(line: string): Mount {
  const [about = '', system = ''] = line.split(' - ');
  const [, , , root = '', place = '', flags = ''] = about.split(' ').map(unescaped);
  const [type = '', , options = ''] = system.split(' ');
  return { root, place, flags: flags.split(','), type, options: options.split(',') };
}

/** Blanks and the like stand there as octal numbers. */
function unescaped(text: string): string {
  return text.replaceAll(/\\([0-7]{3})/g, (_, digits) => String.fromCharCode(Number.parseInt(digits, 8)));
}

export type GroupMount = Pick<Mount, 'place' | 'flags'>;

/** Where this host sees control groups: a process that may write there can leave its own. */
export function groupMounts(mountinfo = readProc('self/mountinfo') ?? ''): GroupMount[] {
  const mounts = readMounts(mountinfo);
  const isCovered = ({ place }: Mount, index: number) =>
    mounts.some((mount, later) => later > index && mount.place === place);
  return mounts.filter(
    (mount, index) => /^cgroup2?$/.test(mount.type) && !isCovered(mount, index) && existsSync(mount.place),
  );
}
