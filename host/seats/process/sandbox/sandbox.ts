import { readFileSync } from 'node:fs';
import type { SandboxLevel } from '../../../match/seat.ts';
import type { Launcher } from '../launcher/launcher.ts';
import type { GroupMount } from '../limits/cgroups.ts';
import { program } from '../processes/find-program.ts';

/** One way to keep a player apart from the rest of the machine. */
export interface Sandbox {
  readonly level: SandboxLevel;
  /** The player gets a pid namespace, whose first process is ours: when that ends, the kernel ends all in it. */
  readonly namespace: boolean;
  /** What it leaves running when the host dies must be found by somebody else. */
  readonly needsReaper: boolean;
  /** A user of its own for each player, where it is not the host's: the pipes must be that user's. */
  readonly takeUser?: ((request: StrictRequest) => PlayerUser) | undefined;
  /** Programs besides the one that its command line begins with. */
  readonly needs?: readonly string[];
  /** Why it cannot be on this machine, whatever programs it has. */
  readonly obstacle?: string | undefined;
  /** Looks up what `wrap` needs to know, before the sandbox is tried. */
  prepare?(launcher: Launcher): Promise<void>;
  /** Looks up what its programs lack here, where it was tried and has failed: `wrap` does without that then. */
  learn?(launcher: Launcher): Promise<void>;
  /** Whether a player in it cannot see this path, which exists outside. */
  hides?(path: string, surroundings: Surroundings): boolean;
  /** A file that the wrapper reads on descriptor 9, opened again for each. */
  reads?(surroundings: Surroundings): string;
  /** The command line that runs this one in it. */
  wrap(argv: readonly string[], surroundings: Surroundings): readonly string[];
}

/** What a player is to have of the machine. Only the level `strict` keeps everything else from it. */
export interface Surroundings {
  readonly cwd: string;
  /** The word list that the player is told of. */
  readonly dictionary: string | undefined;
  /** The same as a KWG file. */
  readonly kwg?: string | undefined;
  readonly strict: StrictRequest;
  /** Where control groups are to be seen and not changed, because one limits this player. */
  readonly groups?: readonly GroupMount[] | undefined;
  /** The user of this player, if the sandbox gives each its own. */
  readonly user?: number | undefined;
}

export interface StrictRequest {
  readonly network: boolean;
  /** Files and folders besides the working directory. */
  readonly readable: readonly string[];
  readonly writable: readonly string[];
  /** The host's own files, such as records, and ways to other programs: nobody sees them, wherever they lie. They exist. */
  readonly hidden: readonly string[];
}

export const leastRequest: StrictRequest = { network: false, readable: [], writable: [], hidden: [] };

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
interface KnownUsers {
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

/**
 * Capabilities that root loses in a namespace, by number, because older tools do not know the newer names. With each of
 * them root gets out: to the processes of the host or their memory. All others stay: root reads, writes and chowns
 * the files of others, binds low ports, becomes other users, changes the network.
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
 * What root may write in a /proc of its own is the kernel's, not the namespace's: with `core_pattern` it would have the
 * kernel start a program outside.
 */
const OF_THE_KERNEL = ['/proc/sys', '/proc/sysrq-trigger'];

/** For bubblewrap, after its own /proc. */
export const lesserRootOptions = (): string[] => [
  ...dropped.flatMap((capability) => ['--cap-drop', String(capability)]),
  ...OF_THE_KERNEL.flatMap((place) => ['--ro-bind-try', place, place]),
];

const COVER_PROC = `for place in ${OF_THE_KERNEL.join(' ')}; do
[ ! -e $place ] || "$0" -o bind,ro $place $place || exit
done
exec "$@"`;

export const programsOfLesserRoot = ['mount', 'setpriv'] as const;

/** The command, with less than all rights of root, in a namespace that has its own /proc. */
export function asLesserRoot(argv: readonly string[]): string[] {
  const [mount, setpriv] = programsOfLesserRoot.map(program);
  const without = dropped.map((capability) => `-cap_${capability}`).join(',');
  const lesser = [setpriv!, `--inh-caps=${without}`, `--bounding-set=${without}`, '--'];
  return ['/bin/sh', '-c', COVER_PROC, mount!, ...lesser, ...argv];
}
