import { closeSync, existsSync, lstatSync, openSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { commandFolder } from '../../../files/command-folder.ts';
import { entryFile, packageRoot } from '../../../files/package-root.ts';
import { lacksOption, learnOptions } from '../launcher/trial.ts';
import { program } from '../processes/find-program.ts';
import { readProc } from '../processes/proc.ts';
import {
  isRoot,
  NOBODY,
  type PlayerUser,
  type Sandbox,
  type StrictRequest,
  type Surroundings,
  takeUser,
  usersOfThisHost,
} from './sandbox.ts';

/** The descriptor that the filter of system calls is read from. */
const FILTER = '9';
const APART = '--unshare-ipc --unshare-uts --unshare-cgroup-try'.split(' ');
const ISOLATION =
  '--unshare-user --unshare-pid --as-pid-1 --die-with-parent --new-session --cap-drop ALL'.split(' ');

/** For bots that nobody trusts: they see little of the machine, nothing of its network, and cannot take it up. */
export const strict: Sandbox = {
  level: 'strict',
  namespace: true,
  // Root that became nobody on the way down breaks the chain in which each dies with its parent.
  needsReaper: isRoot(),
  takeUser: isRoot() ? userFor : undefined,
  needs: ['bwrap', 'prlimit', ...(isRoot() ? ['setpriv'] : [])],
  get obstacle() {
    return existsSync(filterFile(false))
      ? undefined
      : `no list of allowed system calls for this processor (${process.arch}): cannot find ${filterFile(false)}`;
  },
  learn: (launcher) => learnOptions(launcher, 'bwrap'),
  hides: (path, surroundings) => [resolve(path), realPath(path)].some((at) => isHidden(at, surroundings)),
  reads: ({ strict }) => openFilter(strict.network),
  wrap: (argv, surroundings) => [
    ...(isRoot() ? asNobody(surroundings) : asOwner(surroundings)),
    program('prlimit'),
    ...innerLimits(),
    ...argv,
  ],
};

/** What a game leaves in a folder that players write to, those of the next game must be able to change. */
function userFor(request: StrictRequest): PlayerUser {
  return sharesUser(request) ? { id: NOBODY, release() {} } : takeUser();
}

/** For a trial, in which there is no player. */
function firstUserFor(request: StrictRequest): number {
  return sharesUser(request) ? NOBODY : usersOfThisHost()[0]!;
}

const sharesUser = ({ writable }: StrictRequest) => writable.length > 0;

function asOwner(surroundings: Surroundings): string[] {
  return [program('bwrap'), ...viewOf(surroundings, ['--proc', '/proc']), ...isolation(), '--'];
}

/**
 * Root makes what is to be seen, because nobody could not: then it becomes a user that is nobody, for good, and has
 * none of the kernel's quotas in common with another player. A namespace of users alone would not do: root in it is
 * root to the kernel, whose limit of processes it does not keep. The namespace is there for that count, which is each
 * player's own in it, and to call that user nobody, whom programs know.
 */
function asNobody(surroundings: Surroundings): string[] {
  const { user = firstUserFor(surroundings.strict) } = surroundings;
  const becomeNobody = [program('setpriv'), `--reuid=${user}`, `--regid=${user}`, '--clear-groups'];
  const withoutRights = ['--inh-caps=-all', '--bounding-set=-all', '--'];
  const called = ['--uid', `${NOBODY}`, '--gid', `${NOBODY}`];
  const inner = [
    program('bwrap'),
    '--dev-bind',
    '/',
    '/',
    '--proc',
    '/proc',
    ...isolation(),
    ...called,
    '--',
  ];
  // A /proc of its own can only be had where the one above it is whole.
  const view = viewOf(surroundings, ['--dev-bind', '/proc', '/proc']);
  return [program('bwrap'), '--die-with-parent', ...view, '--', ...becomeNobody, ...withoutRights, ...inner];
}

function viewOf(surroundings: Surroundings, proc: readonly string[]): string[] {
  const network = surroundings.strict.network ? [] : ['--unshare-net'];
  return [...strictMounts(surroundings, proc), ...APART, ...network, '--chdir', surroundings.cwd];
}

/** Older versions of bubblewrap cannot forbid it. */
function isolation(): string[] {
  const forbidden = lacksOption('bwrap', '--disable-userns') ? [] : ['--disable-userns'];
  return [...ISOLATION, ...forbidden, '--seccomp', FILTER];
}

/**
 * The filter of system calls as a file, as bubblewrap wants it. The host keeps it open, so that it is there even if the
 * package is replaced while games are played.
 */
function openFilter(network: boolean): string {
  const open = openFilters.get(network);
  if (open !== undefined) return open;
  const path = filterFile(network);
  const descriptor = openSync(path, 'r');
  const again = `/proc/${process.pid}/fd/${descriptor}`;
  if (existsSync(again)) {
    openFilters.set(network, again);
    return again;
  }
  closeSync(descriptor); // where /proc is not this host's, the file itself must do
  return path;
}

const openFilters = new Map<boolean, string>();

/** What each option of prlimit sets, by the name that the system has for it, and to how much. */
const limits = [
  { option: '--nproc', name: 'Max processes', most: 128 },
  { option: '--nofile', name: 'Max open files', most: 256 },
  { option: '--sigpending', name: 'Max pending signals', most: 1024 },
  { option: '--core', name: 'Max core file size', most: 0 },
  { option: '--fsize', name: 'Max file size', most: 64 * 2 ** 20 },
] as const;

/** The limits set inside, as words for prlimit. None is above one of the host's own: nobody but root could raise it. */
function innerLimits(ownLimits = readProc('self/limits') ?? ''): string[] {
  return limits.map(
    ({ option, name, most }) => `${option}=${Math.min(most, hardLimit(ownLimits, name) ?? most)}`,
  );
}

function hardLimit(ownLimits: string, name: string): number | undefined {
  const found = new RegExp(`^${name} +\\S+ +(\\d+)`, 'm').exec(ownLimits)?.[1];
  return found === undefined ? undefined : Number(found);
}

/** Where systems keep programs, and what these need. */
const SYSTEM = [
  '/usr',
  '/bin',
  '/sbin',
  '/lib',
  '/lib32',
  '/lib64',
  '/libx32',
  '/etc',
  '/opt',
  '/nix/store',
  '/gnu/store',
];
const TMP_BYTES = String(64 * 2 ** 20);
/** Of these each player has its own to write to. */
const OWN = ['/dev/shm', '/tmp'];

interface Mount {
  readonly at: string;
  readonly words: readonly string[];
  /** Nothing is written to it, once all that lies in it is there. */
  readonly closed?: true;
}

/** What a player sees of the files, as options of bubblewrap: all else is hidden. */
function strictMounts(surroundings: Surroundings, proc: readonly string[]): string[] {
  const shownMounts = mountsOf(surroundings, proc);
  const mounts = [...shownMounts, ...coversOf(surroundings.strict.hidden, shownMounts)];
  // What lies in another comes after it, or would be covered by it.
  const inOrder = [...mounts, ...foldersAbove(mounts)]
    .map(({ at, words }) => ({ words, depth: depth(at) }))
    .toSorted((one, other) => one.depth - other.depth);
  const closed = [...mounts.filter((mount) => mount.closed).map(({ at }) => at), '/'].filter(
    (at) => !surroundings.strict.writable.includes(at),
  );
  return [...inOrder.flatMap(({ words }) => words), ...closed.flatMap((at) => ['--remount-ro', at])];
}

function mountsOf(surroundings: Surroundings, proc: readonly string[]): Mount[] {
  return [
    ...SYSTEM.flatMap(systemFolder),
    ...hiddenHomes().map((at) => ({ at, words: ['--tmpfs', at], closed: true as const })),
    { at: '/proc', words: proc },
    { at: '/dev', words: ['--dev', '/dev'], closed: true },
    ...OWN.map((at) => ({ at, words: ['--perms', '1777', '--size', TMP_BYTES, '--tmpfs', at] })),
    ...readablePaths(surroundings).flatMap((path) => shown('--ro-bind', path)),
    ...surroundings.strict.writable.flatMap((path) => shown('--bind', path)),
  ];
}

/** The innermost mount that a path lies in decides. */
function isHidden(path: string, surroundings: Surroundings): boolean {
  const above = mountsOf(surroundings, []).filter(({ at }) => contains(at, path));
  const innermost = above.toSorted((one, other) => depth(one.at) - depth(other.at)).at(-1);
  return innermost === undefined || innermost.words.includes('--tmpfs');
}

/** Those of its own that no folder of the host's stands in for. */
export function ownFolders({ readable, writable }: StrictRequest): string[] {
  const shown = [...readable, ...writable].map((path) => resolve(path));
  return OWN.filter((at) => !shown.includes(at));
}

/** Left to itself, bubblewrap makes folders that only root can enter. What is there already stays as it is. */
function foldersAbove(mounts: readonly Mount[]): Mount[] {
  const above = new Set(mounts.flatMap(({ at }) => ancestorsOf(at)));
  return [...above].map((at) => ({ at, words: ['--perms', '0755', '--dir', at] }));
}

const depth = (path: string) => path.split('/').filter(Boolean).length;

function systemFolder(at: string): Mount[] {
  const found = lstatSync(at, { throwIfNoEntry: false });
  if (found === undefined) return [];
  if (found.isSymbolicLink()) return [{ at, words: ['--symlink', readlinkSync(at), at] }];
  return [{ at, words: ['--ro-bind', at, at] }];
}

/** Homes lie elsewhere, mostly, where nothing is to be seen anyway. */
function hiddenHomes(): string[] {
  const homes = [process.env.HOME, homeOfUser()].flatMap((home) => (home ? [resolve(home)] : []));
  const inSystem = (home: string) => SYSTEM.some((folder) => home.startsWith(`${folder}/`));
  return [...new Set(homes)].filter((home) => inSystem(home) && existsSync(home));
}

export function homeOfUser(): string | undefined {
  try {
    return homedir();
  } catch {
    return undefined; // A user without an entry in the list of users has no home.
  }
}

/** What was deleted meanwhile is left to bubblewrap, which says what it does not find. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path);
  }
}

/** By the name that it was given, and by its real one. */
function shown(option: '--bind' | '--ro-bind', path: string): Mount[] {
  const real = realPath(path);
  return [...new Set([real, resolve(path)])].map((at) => ({ at, words: [option, real, at] }));
}

function readablePaths({ cwd, strict, dictionary, kwg }: Surroundings): string[] {
  const resolver = strict.network && existsSync('/etc/resolv.conf') ? [realpathSync('/etc/resolv.conf')] : [];
  return [cwd, ...strict.readable, ...ownPaths(dictionary, kwg), ...resolver];
}

/** What the built-in players need, wherever it lies. */
function ownPaths(dictionary: string | undefined, kwg: string | undefined): string[] {
  const root = packageRoot();
  const parts = ['package.json', 'dist', ...(entryFile('wordhost').endsWith('.ts') ? SOURCES : [])];
  const places = [
    process.execPath,
    commandFolder(entryFile('wordhost')),
    ...(root === undefined ? [] : parts.map((part) => join(root, part))),
    dictionary,
    dictionary?.replace(/\.txt$/, '.lex'),
    kwg,
  ];
  return places.filter((place) => place !== undefined).filter((place) => existsSync(place));
}

const SOURCES = ['host', 'players', 'node_modules'];

/** Covers files that players must not see or reach, under each name by which players would see them. */
function coversOf(hidden: readonly string[], mounts: readonly Mount[]): Mount[] {
  const covers = hidden.flatMap((path) => namesOf(path, mounts).map((at) => coverOf(path, at)));
  return covers.filter((cover) => cover !== undefined);
}

function namesOf(path: string, mounts: readonly Mount[]): string[] {
  const names = mounts.flatMap(({ at, words: [option = '', source = ''] }) =>
    /^--(ro-)?bind$/.test(option) && contains(source, path) ? [at + path.slice(source.length)] : [],
  );
  return [...new Set(names)];
}

function coverOf(path: string, at: string): Mount | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory()) return { at, words: ['--perms', '0755', '--tmpfs', at], closed: true };
  if (found?.isFile() || found?.isSocket() || found?.isFIFO())
    return { at, words: ['--ro-bind', '/dev/null', at] };
  return undefined;
}

/** The folders that this lies in, but for the root. */
function ancestorsOf(path: string): string[] {
  const above = dirname(path);
  return above === '/' || above === path ? [] : [above, ...ancestorsOf(above)];
}

/** The folder that holds this one, or is it. */
export function contains(folder: string, inner: string): boolean {
  return inner === folder || ancestorsOf(inner).includes(folder) || folder === '/';
}

/** Where the package has the filter of system calls for a processor, as Node names it: made once, when the package is. */
export function filterFile(network: boolean, processor: string = process.arch): string {
  const name = network ? `${processor}-network` : processor;
  return join(packageRoot() ?? '.', 'dist', 'calls', `${name}.bpf`);
}
