import { join } from 'node:path';
import type { SandboxLevel } from '../../../match/process-facts.ts';
import { launcherFor } from '../launcher/this-run.ts';
import { tryProgram } from '../launcher/trial.ts';
import { hasProc, readProc } from '../processes/proc.ts';
import type { CgroupVersion } from './cgroup-layouts.ts';
import { type Delegated, delegatedGroup } from './delegated-group.ts';
import { groupName, isHosts, isOrphaned, subgroups, tryRemove } from './group-folder.ts';
import { type MemoryGroup, makeMemoryGroup } from './memory-group.ts';
import { type OwnGroup, ownGroups } from './own-groups.ts';

/** Control groups with which the kernel itself keeps the limits of players. */
export interface MemoryGroups {
  /** None where it could not be made. */
  groupFor(game: string, seat: number, bytes: number): MemoryGroup | undefined;
}

/** Why `strict` does not limit memory then: what is looked at ten times a second can be hidden, or taken in between. */
export const WITHOUT_GROUP =
  'under --sandbox strict the kernel must keep it, in a control group, and this host may make none; start it with one ' +
  '(with systemd: systemd-run --user --scope -p Delegate=yes wordhost …; docs/how-to/a-machine-for-strict.md has more), ' +
  'or leave --memory out';

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

function groupsIn({ folder }: Delegated, version: CgroupVersion): MemoryGroups {
  return {
    groupFor: (game, seat, bytes) =>
      makeMemoryGroup(join(folder, groupName(`${game}-${seat}`)), version, bytes),
  };
}

function leave({ folder, giveBack }: Delegated): void {
  const ours = groupName('');
  for (const name of subgroups(folder))
    if (isHosts(name) && name.startsWith(ours)) tryRemove(join(folder, name));
  giveBack();
}
