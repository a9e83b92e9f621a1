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

/** Control groups in which the kernel limits the memory of players. */
export interface MemoryGroups {
  groupFor(game: string, seat: number, bytes: number): MemoryGroup | undefined;
}

/** Polling ten times a second can be evaded, so `strict` needs a control group. */
export const withoutGroup = () =>
  'under --sandbox strict the kernel limits memory by a control group, but this host cannot create control groups. Start ' +
  'it in a group of its own (with systemd: systemd-run --user --scope -p Delegate=yes wordhost …; ' +
  `see ${documentPath('how-to/set-up-a-machine-for-strict.md')}), or do not use --memory`;

let probed: Promise<MemoryGroups | undefined> | undefined;

/** Tried once a run by the launcher, before it has started any player. */
export function memoryGroups(sandbox: 'auto' | SandboxLevel): Promise<MemoryGroups | undefined> {
  probed ??= probe(sandbox);
  // A failure of the host says nothing about the machine.
  probed.catch(() => (probed = undefined));
  return probed;
}

async function probe(sandbox: 'auto' | SandboxLevel): Promise<MemoryGroups | undefined> {
  if (!hasProc) return undefined;
  const groups = ownGroups(readProc('self/cgroup') ?? '', readProc('self/mountinfo') ?? '', 'memory');
  for (const own of groups) {
    const usable = await tryGroups(own, sandbox);
    if (usable) return usable;
  }
  return undefined;
}

const TRIAL_BYTES = 2 ** 26;

async function tryGroups(own: OwnGroup, sandbox: 'auto' | SandboxLevel): Promise<MemoryGroups | undefined> {
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

/** The control group of a player and everything that it starts. */
export interface MemoryGroup {
  /** A prefix of a command line that enters the group first. */
  readonly enter: readonly string[];
  /** Mounts through which the player could leave the group. */
  readonly mounts: readonly GroupMount[];
  readonly entrance: string;
  /** The kernel killed a process because the group was at its limit. */
  overran(): boolean;
  /** Bytes above the limit that the kernel allowed. Restores a changed limit. */
  excess(): number | undefined;
  /** Called when the command has entered the group by itself. */
  entered(): void;
  /** Whether all living processes are in the group, or have yet to enter it. */
  includes(pids: readonly number[]): boolean;
  remove(): Promise<void>;
}

/** Wrappers, shells and kernel tables of a player take 1.2 to 1.7 MB. */
const HOSTS_SHARE = 2 * 2 ** 20;

const ENTER = `echo $$ >"$1" || exit
shift
exec "$@"`;

/** The kernel sometimes needs a moment to release ended processes. */
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
    // The kernel also kills processes when the machine has no memory, which is no player's fault.
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

function membersOf(
  folder: string,
  { file, threads }: CgroupLayout['members'],
): (pids: readonly number[]) => boolean {
  return (pids) => {
    // The order matters: processes alive after the group was read must be in it.
    const tasks = threads ? pids.flatMap(threadsOf) : pids.map(String);
    const members = new Set(readGroupFile(folder, file).split('\n'));
    return tasks.every((task) => members.has(task) || isExiting(Number(task)));
  };
}

interface DelegatedGroup {
  readonly folder: string;
  /** Restores the previous state. */
  giveBack(): void;
}

/** Prepares the group of this host, if allowed. */
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
  // The parent host of this run has prepared it.
  if (isHostGroup(basename(folder)) && hasMemory(above, 'cgroup.subtree_control')) return asItIs(above);
  if (hasMemory(folder, 'cgroup.subtree_control')) return asItIs(folder);
  return hasMemory(folder, 'cgroup.controllers') ? emptyGroup(folder) : undefined;
}

function hasMemory(folder: string, file: string): boolean {
  return readGroupFile(folder, file).trim().split(' ').includes('memory');
}

/**
 * A group whose children have limits may hold no process itself. The host moves into a child group with
 * everything that it has started. This fails if other processes are in the group.
 */
function emptyGroup(folder: string): DelegatedGroup | undefined {
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
