import { readFileSync } from 'node:fs';
import { attempt } from '../../../core/errors.ts';
import type { SandboxLevel } from '../../../match/seat.ts';
import type { Launcher } from '../launcher/launcher.ts';
import type { GroupMount } from '../limits/cgroups.ts';
import { program } from '../processes/find-program.ts';

export interface Sandbox {
  readonly level: SandboxLevel;
  /**
   * The player has a pid namespace. The kernel ends everything in it with its first process, which is ours.
   */
  readonly namespace: boolean;
  /** Another process must end the players when the host dies. */
  readonly needsReaper: boolean;
  /** A separate user for each player, who must own the pipes. */
  readonly takeUser?: ((request: StrictRequest) => PlayerUser) | undefined;
  readonly needs?: readonly string[];
  /** A reason against it, whatever programs exist. */
  readonly obstacle?: string | undefined;
  /** Collects what `wrap` needs, before the trial. */
  prepare?(launcher: Launcher): Promise<void>;
  /** Finds missing options after a failed trial, which `wrap` then leaves out. */
  learn?(launcher: Launcher): Promise<void>;
  /** Whether the player cannot see this path, which exists outside. */
  hides?(path: string, surroundings: Surroundings): boolean;
  /** A file that the wrapper reads on descriptor 9. */
  reads?(surroundings: Surroundings): string;
  wrap(argv: readonly string[], surroundings: Surroundings): readonly string[];
}

/** What a player sees of the machine. Only `strict` hides everything else. */
export interface Surroundings {
  readonly cwd: string;
  readonly dictionary: string | undefined;
  readonly kwg?: string | undefined;
  readonly strict: StrictRequest;
  /** Control groups become read-only if one limits this player. */
  readonly groups?: readonly GroupMount[] | undefined;
  readonly user?: number | undefined;
}

export interface StrictRequest {
  readonly network: boolean;
  readonly readable: readonly string[];
  readonly writable: readonly string[];
  /** Files of the host, such as records, and sockets: players never see them. They exist. */
  readonly hidden: readonly string[];
}

export const leastRequest: StrictRequest = { network: false, readable: [], writable: [], hidden: [] };

/** Systems hand out no such numbers: SSSD ends at 2,000,200,000, and systemd calls a higher range unused. */
const FIRST = 2_001_000_000;
/** Process ids go to 2^22, so that all users fit below 2^31. */
const FOR_ONE_HOST = 32;
/** Debian reserves these for nobody, for containers with few numbers. */
const FIRST_OF_FEW = 65_000;
export const NOBODY = 65_534;

const taken = new Set<number>();

/** A system user for this player alone, until it is released. */
export interface PlayerUser {
  readonly id: number;
  release(): void;
}

/** For root alone. Players share users if there are more than one host has. */
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

/** Lines in the form of the system files. */
interface KnownUsers {
  readonly idMap: string;
  readonly names: string;
  readonly ranges: string;
}

/** The users of the host with this process id. Simultaneous hosts have others. */
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
  return attempt(() => readFileSync(path, 'utf8'), '');
}

/**
 * Capabilities that root loses in a namespace, as numbers for older tools. Each would let root out, to the
 * processes or the memory of the host. Other capabilities stay: files of others, low ports, other users, the
 * network.
 */
const dropped: readonly number[] = [
  2, // DAC_READ_SEARCH: opens by a handle what has no name, such as another's pipe
  16, // SYS_MODULE
  17, // SYS_RAWIO: the memory of the machine
  19, // SYS_PTRACE
  20, // SYS_PACCT: the log of what ends
  21, // SYS_ADMIN: unmounts what covers the /proc of the host, enters other namespaces
  22, // SYS_BOOT
  25, // SYS_TIME: the clock of the machine
  27, // MKNOD: devices, the memory and disks among them
  30, // AUDIT_CONTROL
  32, // MAC_OVERRIDE
  33, // MAC_ADMIN
  34, // SYSLOG: the log of the kernel, with addresses
  37, // AUDIT_READ
  38, // PERFMON
  39, // BPF
  40, // CHECKPOINT_RESTORE
];

export const isRoot = () => process.getuid?.() === 0;

/**
 * These settings belong to the kernel, not to the namespace: `core_pattern` could start a program outside.
 */
const OF_THE_KERNEL = ['/proc/sys', '/proc/sysrq-trigger'];

export const lesserRootOptions = (): string[] => [
  ...dropped.flatMap((capability) => ['--cap-drop', String(capability)]),
  ...OF_THE_KERNEL.flatMap((place) => ['--ro-bind-try', place, place]),
];

const COVER_PROC = `for place in ${OF_THE_KERNEL.join(' ')}; do
[ ! -e $place ] || "$0" -o bind,ro $place $place || exit
done
exec "$@"`;

export const programsOfLesserRoot = ['mount', 'setpriv'] as const;

/** Runs the command with reduced rights in a namespace with its own /proc. */
export function asLesserRoot(argv: readonly string[]): string[] {
  const [mount, setpriv] = programsOfLesserRoot.map(program);
  const without = dropped.map((capability) => `-cap_${capability}`).join(',');
  const lesser = [setpriv!, `--inh-caps=${without}`, `--bounding-set=${without}`, '--'];
  return ['/bin/sh', '-c', COVER_PROC, mount!, ...lesser, ...argv];
}
