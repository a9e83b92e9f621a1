import { mkdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { documentPath } from '../../../files/package-root.ts';
import type { SandboxLevel } from '../../../match/seat.ts';
import { launcherFor } from '../launcher/launcher.ts';
import { tryProgram } from '../launcher/trial.ts';
import { descendantsOf, hasProc, isExiting, readProc, threadsOf } from '../processes/proc.ts';
import {
  type CgroupLayout,
  type CgroupVersion,
  type Count,
  cgroupLayouts,
  type GroupMount,
  groupMounts,
  groupName,
  isHostGroup,
  isOrphaned,
  type OwnGroup,
  ownGroups,
  readCount,
  readGroupFile,
  subgroups,
  tryRemove,
  tryWrite,
} from './cgroups.ts';

/** Control groups with which the kernel itself keeps the limits of players. */
export interface MemoryGroups {
  /** None where it could not be made. */
  groupFor(game: string, seat: number, bytes: number): MemoryGroup | undefined;
}

/** Why `strict` does not limit memory then: what is looked at ten times a second can be hidden, or taken in between. */
export const withoutGroup = () =>
  'under --sandbox strict the kernel limits memory by a control group, but this host cannot create control groups. Start ' +
  'it in a group of its own (with systemd: systemd-run --user --scope -p Delegate=yes wordhost …; ' +
  `see ${documentPath('how-to/set-up-a-machine-for-strict.md')}), or do not use --memory`;

let probed: Promise<MemoryGroups | undefined> | undefined;

/** Those that this host may make, if any. Tried once a run, before it has started any player, by its launcher. */
export function memoryGroups(sandbox: 'auto' | SandboxLevel): Promise<MemoryGroups | undefined> {
  probed ??= probe(sandbox);
  // A failure of the host itself says nothing of the machine.
  probed.catch(() => (probed = undefined));
  return probed;
}

async function probe(sandbox: 'auto' | SandboxLevel): Promise<MemoryGroups | undefined> {
  if (!hasProc) return undefined;
  const groups = ownGroups(readProc('self/cgroup') ?? '', readProc('self/mountinfo') ?? '', 'memory');
  for (const own of groups) {
    const usable = await tried(own, sandbox);
    if (usable) return usable;
  }
  return undefined;
}

const TRIAL_BYTES = 2 ** 26;

async function tried(own: OwnGroup, sandbox: 'auto' | SandboxLevel): Promise<MemoryGroups | undefined> {
  const delegated = delegatedGroup(own);
  if (!delegated) return undefined;
  const groups = groupsIn(delegated, own.version);
  const trial = groups.groupFor('trial', 0, TRIAL_BYTES);
  const failed =
    trial === undefined ||
    (await tryProgram(await launcherFor(sandbox), [...trial.enter, '/bin/sh', '-c', ':'])) !== undefined;
  await trial?.remove();
  if (failed) {
    delegated.giveBack();
    return undefined;
  }
  for (const name of subgroups(delegated.folder))
    if (isOrphaned(name)) tryRemove(join(delegated.folder, name));
  process.once('exit', () => leave(delegated));
  return groups;
}

function groupsIn({ folder }: DelegatedGroup, version: CgroupVersion): MemoryGroups {
  return {
    groupFor: (game, seat, bytes) =>
      makeMemoryGroup(join(folder, groupName(`${game}-${seat}`)), version, bytes),
  };
}

function leave({ folder, giveBack }: DelegatedGroup): void {
  const ours = groupName('');
  for (const name of subgroups(folder))
    if (isHostGroup(name) && name.startsWith(ours)) tryRemove(join(folder, name));
  giveBack();
}

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

function makeMemoryGroup(folder: string, version: CgroupVersion, bytes: number): MemoryGroup | undefined {
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

/** Where groups with a limit of memory can be made. */
interface DelegatedGroup {
  readonly folder: string;
  /** Everything is as it was before. */
  giveBack(): void;
}

/** Makes ready the group that this host is in, if it may. */
export function delegatedGroup({ version, folder }: Omit<OwnGroup, 'place'>): DelegatedGroup | undefined {
  switch (version) {
    case 'v1':
      return readGroupFile(folder, 'memory.limit_in_bytes') === '' ? undefined : asItIs(folder);
    case 'v2':
      return delegatedV2(folder);
    default:
      return version satisfies never;
  }
}

function asItIs(folder: string): DelegatedGroup {
  return { folder, giveBack() {} };
}

const LEAF = 'host';

function delegatedV2(folder: string): DelegatedGroup | undefined {
  const above = dirname(folder);
  // Another host of this run, that started this one, has seen to it.
  if (isHostGroup(basename(folder)) && hasMemory(above, 'cgroup.subtree_control')) return asItIs(above);
  if (hasMemory(folder, 'cgroup.subtree_control')) return asItIs(folder);
  return hasMemory(folder, 'cgroup.controllers') ? emptied(folder) : undefined;
}

function hasMemory(folder: string, file: string): boolean {
  return readGroupFile(folder, file).trim().split(' ').includes('memory');
}

/**
 * A group whose children have limits may hold no process itself: the host goes into a child of its own, with what it has
 * started. Where others are in the group too, they are left alone, and it cannot be done.
 */
function emptied(folder: string): DelegatedGroup | undefined {
  const leaf = join(folder, groupName(LEAF));
  const goBack = () => {
    goInto(folder);
    tryRemove(leaf);
  };
  try {
    mkdirSync(leaf);
  } catch {
    return undefined; // not ours to write
  }
  if (!goInto(leaf) || !tryWrite(folder, 'cgroup.subtree_control', '+memory')) {
    goBack();
    return undefined;
  }
  return {
    folder,
    giveBack() {
      const others = subgroups(folder).filter((name) => isHostGroup(name) && name !== basename(leaf));
      if (others.length === 0 && tryWrite(folder, 'cgroup.subtree_control', '-memory')) goBack();
    },
  };
}

function goInto(folder: string): boolean {
  for (const pid of descendantsOf(process.pid)) tryWrite(folder, 'cgroup.procs', String(pid));
  return tryWrite(folder, 'cgroup.procs', String(process.pid));
}
