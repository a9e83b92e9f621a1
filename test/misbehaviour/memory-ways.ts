import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { MemoryLimit } from '../../host/match/seat.ts';
import { ownGroups } from '../../host/seats/process/limits/cgroups.ts';
import { type MemoryGroups, memoryGroups } from '../../host/seats/process/limits/memory-groups.ts';
import { findProgram } from '../../host/seats/process/processes/find-program.ts';
import { hasProc } from '../../host/seats/process/processes/proc.ts';
import { root, type User } from './users.ts';

interface Way {
  /** What runs the host as that user, so that it limits memory in this way. */
  readonly before: readonly string[];
  readonly skip: string | false;
}

export type MemoryWays = Readonly<Record<MemoryLimit, Way>>;

const known = new Map<User, Promise<MemoryWays>>();

/** The two ways to limit memory, as far as this machine has them. */
export function memoryWays(user: User): Promise<MemoryWays> {
  const ways = known.get(user) ?? waysOf(user);
  known.set(user, ways);
  return ways;
}

async function waysOf(user: User): Promise<MemoryWays> {
  const groups = hasProc ? await memoryGroups('off') : undefined;
  return { group: grouped(user, groups), polled: polled(user, groups) };
}

function grouped(user: User, groups: MemoryGroups | undefined): Way {
  if (groups === undefined)
    return { before: [], skip: 'no control group for memory is delegated to this user' };
  return user.uid === process.getuid!() ? { before: user.before, skip: false } : handedOver(user, groups);
}

/** Root makes a group and gives it to the user. */
function handedOver(user: User, groups: MemoryGroups): Way {
  const group = groups.groupFor(`for-${user.name}`, 0, 2 ** 40)!;
  const folder = dirname(group.enter.at(-1)!);
  if (!existsSync(join(folder, 'memory.limit_in_bytes')))
    return { before: [], skip: 'in version 2 each host needs a group of its own' };
  for (const path of [folder, ...readdirSync(folder).map((name) => join(folder, name))])
    chownSync(path, user.uid, user.uid);
  return { before: [...group.enter, ...user.before], skip: false };
}

function polled(user: User, groups: MemoryGroups | undefined): Way {
  if (groups === undefined || user.uid !== process.getuid!()) return { before: user.before, skip: false };
  if (user !== root) return { before: [], skip: 'only root can hide the control groups that it may make' };
  return { before: withoutGroups(), skip: false };
}

function withoutGroups(): string[] {
  const [cgroup, mounts] = ['cgroup', 'mountinfo'].map((file) => readFileSync(`/proc/self/${file}`, 'utf8'));
  const places = ownGroups(cgroup!, mounts!, 'memory').map(({ place }) => `'${place}'`);
  return ['unshare', '--mount', '/bin/sh', '-c', `umount -l ${places.join(' ')} && exec "$@"`, 'without'];
}

const remover = findProgram('ipcrm');

/** Of System V's shared memory, that a player said it made: outside of a sandbox they outlive it. */
export function removeSegments(said: string): void {
  const ids = [...said.matchAll(/^segment (\d+)$/gm)].flatMap(([, id]) => ['-m', id!]);
  if (remover && ids.length > 0) spawnSync(remover, ids);
}
