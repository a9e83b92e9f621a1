import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isExiting, threadsOf } from '../processes/proc.ts';
import {
  type CgroupLayout,
  type CgroupVersion,
  type Count,
  cgroupLayouts,
  readCount,
} from './cgroup-layouts.ts';
import { readGroupFile, tryRemove, tryWrite } from './group-folder.ts';
import { type GroupMount, groupMounts } from './mounts.ts';

/** A control group of one player: all that it starts is in it, and the kernel keeps its limit. */
export interface MemoryGroup {
  /** Before a command line: that enters the group, and only then becomes what is to be run. */
  readonly enter: readonly string[];
  /** Where the player could leave it, if it may write there. */
  readonly mounts: readonly GroupMount[];
  /** The file that a process enters it by. */
  readonly entrance: string;
  /** The kernel had to end something because all of it together was at the limit. */
  overran(): boolean;
  /** More than the limit that the kernel has let it have: bytes. A limit that somebody changed is set again. */
  excess(): number | undefined;
  /** What the host starts enters by itself; once it has, all that comes of it is in the group, or has left. */
  entered(): void;
  /** What lives of these processes is in it, or has yet to enter. */
  includes(pids: readonly number[]): boolean;
  remove(): Promise<void>;
}

/** What wrappers, the shells that keep a player and the kernel's own tables for them take: 1.2 to 1.7 MB. */
const HOSTS_SHARE = 2 * 2 ** 20;

const ENTER = `echo $$ >"$1" || exit
shift
exec "$@"`;

/** The kernel has sometimes not yet quite let go of what has ended. */
const LONGEST_REMOVAL_MS = 200;
const PAUSE_MS = 5;

export function makeMemoryGroup(
  folder: string,
  version: CgroupVersion,
  bytes: number,
): MemoryGroup | undefined {
  const layout: CgroupLayout = cgroupLayouts[version];
  const { kills, full, limit } = layout;
  const count = ({ file, word }: Count) => readCount(readGroupFile(folder, file), word);
  try {
    mkdirSync(folder);
  } catch {
    return undefined; // not ours to write
  }
  if (!setLimits(folder, layout, bytes) || count(kills) === undefined || count(full) === undefined) {
    tryRemove(folder);
    return undefined;
  }
  const kept = readGroupFile(folder, limit);
  const areMembers = membersOf(folder, layout.members);
  let begun = false;
  return {
    enter: ['/bin/sh', '-c', ENTER, 'enter', join(folder, 'cgroup.procs')],
    mounts: groupMounts(),
    entrance: join(folder, 'cgroup.procs'),
    // The kernel also ends processes when the machine has no memory left: no player is at fault then.
    overran: () => count(kills)! > 0 && count(full)! >= full.atLeast(bytes),
    excess() {
      const inSockets = layout.sockets === undefined ? 0 : (count(layout.sockets) ?? 0);
      if (inSockets > bytes) return inSockets;
      if (readGroupFile(folder, limit) === kept) return undefined;
      const used = count(layout.usage) ?? 0;
      if (used > bytes + HOSTS_SHARE) return used;
      setLimits(folder, layout, bytes);
      return undefined;
    },
    entered: () => void (begun = true),
    includes: (pids) => !begun || areMembers(pids),
    async remove() {
      for (let left = LONGEST_REMOVAL_MS; !tryRemove(folder) && left > 0; left -= PAUSE_MS)
        await sleep(PAUSE_MS);
    },
  };
}

function setLimits(folder: string, { settings }: CgroupLayout, bytes: number): boolean {
  const isSet = settings.map(
    ({ file, text, needed }) => tryWrite(folder, file, text(bytes + HOSTS_SHARE)) || !needed,
  );
  return !isSet.includes(false);
}

/** Tells whether all that lives of these processes is in the group of this folder. */
function membersOf(
  folder: string,
  { file, threads }: CgroupLayout['members'],
): (pids: readonly number[]) => boolean {
  return (pids) => {
    // They come first: what is alive after the group was read as well was to be read there.
    const tasks = threads ? pids.flatMap(threadsOf) : pids.map(String);
    const members = new Set(readGroupFile(folder, file).split('\n'));
    return tasks.every((task) => members.has(task) || isExiting(Number(task)));
  };
}
