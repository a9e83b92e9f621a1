import { mkdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { descendantsOf } from '../processes/proc.ts';
import { groupName, isHosts, readGroupFile, subgroups, tryRemove, tryWrite } from './group-folder.ts';
import type { OwnGroup } from './own-groups.ts';

/** Where groups with a limit of memory can be made. */
export interface Delegated {
  readonly folder: string;
  /** Everything is as it was before. */
  giveBack(): void;
}

/** Makes ready the group that this host is in, if it may. */
export function delegatedGroup({ version, folder }: Omit<OwnGroup, 'place'>): Delegated | undefined {
  switch (version) {
    case 'v1':
      return readGroupFile(folder, 'memory.limit_in_bytes') === '' ? undefined : asItIs(folder);
    case 'v2':
      return delegatedV2(folder);
    default:
      return version satisfies never;
  }
}

function asItIs(folder: string): Delegated {
  return { folder, giveBack() {} };
}

const LEAF = 'host';

function delegatedV2(folder: string): Delegated | undefined {
  const above = dirname(folder);
  // Another host of this run, that started this one, has seen to it.
  if (isHosts(basename(folder)) && hasMemory(above, 'cgroup.subtree_control')) return asItIs(above);
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
function emptied(folder: string): Delegated | undefined {
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
      const others = subgroups(folder).filter((name) => isHosts(name) && name !== basename(leaf));
      if (others.length === 0 && tryWrite(folder, 'cgroup.subtree_control', '-memory')) goBack();
    },
  };
}

function goInto(folder: string): boolean {
  for (const pid of descendantsOf(process.pid)) tryWrite(folder, 'cgroup.procs', String(pid));
  return tryWrite(folder, 'cgroup.procs', String(process.pid));
}
