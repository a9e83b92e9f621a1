import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type CgroupVersion, type Count, cgroupLayouts, readCount } from './cgroup-layouts.ts';
import { readGroupFile, tryRemove, tryWrite } from './group-folder.ts';

/** A control group of one player: all that it starts is in it, and the kernel keeps its limit. */
export interface MemoryGroup {
  /** Before a command line: that enters the group, and only then becomes what is to be run. */
  readonly enter: readonly string[];
  /** The kernel had to end something because all of it together was at the limit. */
  overran(): boolean;
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
  const { settings, kills, full } = cgroupLayouts[version];
  const count = ({ file, word }: Count) => readCount(readGroupFile(folder, file), word);
  try {
    mkdirSync(folder);
  } catch {
    return undefined; // not ours to write
  }
  const isSet = settings.map(
    ({ file, text, needed }) => tryWrite(folder, file, text(bytes + HOSTS_SHARE)) || !needed,
  );
  if (isSet.includes(false) || count(kills) === undefined || count(full) === undefined) {
    tryRemove(folder);
    return undefined;
  }
  return {
    enter: ['/bin/sh', '-c', ENTER, 'enter', join(folder, 'cgroup.procs')],
    // The kernel also ends processes when the machine has no memory left: that is nobody's fault.
    overran: () => count(kills)! > 0 && count(full)! >= full.atLeast(bytes),
    async remove() {
      for (let left = LONGEST_REMOVAL_MS; !tryRemove(folder) && left > 0; left -= PAUSE_MS)
        await sleep(PAUSE_MS);
    },
  };
}
