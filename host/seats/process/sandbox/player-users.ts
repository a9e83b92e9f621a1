import { readFileSync } from 'node:fs';

/**
 * Nobody hands these out: they lie above what systems give to people, services, containers and the users of a
 * directory (SSSD ends at 2,000,200,000), and below the end of what systemd calls unused.
 */
const FIRST = 2_001_000_000;
/** What a host may use at once. The number of a process goes to 2^22, so that all fit below 2^31. */
const FOR_ONE_HOST = 32;
/** Where a container has too few numbers: Debian keeps these for nobody. */
const FIRST_OF_FEW = 65_000;
/** Where it has fewer still. */
export const NOBODY = 65_534;

const taken = new Set<number>();

/** A user of the system that is nobody but this player, until it is released. */
export interface PlayerUser {
  readonly id: number;
  release(): void;
}

/** For root alone. With more players at once than one host has users, some share. */
export function takeUser(): PlayerUser {
  const free = usersOfThisHost().find((id) => !taken.has(id));
  if (free === undefined) return { id: usersOfThisHost()[0]!, release() {} };
  taken.add(free);
  return { id: free, release: () => void taken.delete(free) };
}

let users: readonly number[] | undefined;

export function usersOfThisHost(): readonly number[] {
  users ??= usersFor(process.pid, {
    idMap: readOr('/proc/self/uid_map'),
    names: readOr('/etc/passwd') + readOr('/etc/group'),
    ranges: readOr('/etc/subuid') + readOr('/etc/subgid'),
  });
  return users;
}

/** As the system writes them, a line each. */
export interface KnownUsers {
  readonly idMap: string;
  readonly names: string;
  readonly ranges: string;
}

/** Those of the host with this process number; hosts at once have others. */
export function usersFor(pid: number, { idMap, names, ranges }: KnownUsers): readonly number[] {
  const named = new Set([...names.matchAll(/^[^:\n]*:[^:\n]*:(\d+):/gm)].map(([, id]) => Number(id)));
  const given = [...ranges.matchAll(/^[^:\n]*:(\d+):(\d+)$/gm)].map(rangeOf);
  const mapped = [...idMap.matchAll(/^\s*(\d+)\s+\d+\s+(\d+)$/gm)].map(rangeOf);
  const isIn = (id: number) => (range: Range) => id >= range.first && id < range.first + range.length;
  // Systems without such a map have all numbers.
  const exists = (id: number) => mapped.length === 0 || mapped.some(isIn(id));
  const isFree = (id: number) => exists(id) && !named.has(id) && !given.some(isIn(id));
  const own = countFrom(FIRST + pid * FOR_ONE_HOST).filter(isFree);
  const few = countFrom(FIRST_OF_FEW).filter(isFree);
  return [own, few].find((found) => found.length > 0) ?? [NOBODY];
}

interface Range {
  readonly first: number;
  readonly length: number;
}

const rangeOf = ([, first, length]: RegExpMatchArray): Range => ({
  first: Number(first),
  length: Number(length),
});

const countFrom = (first: number) => Array.from({ length: FOR_ONE_HOST }, (_, index) => first + index);

function readOr(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
