import { closeSync, existsSync, lstatSync, openSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { attempt } from '../../../core/errors.ts';
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

/** The descriptor of the seccomp filter. */
const FILTER = '9';
const APART = '--unshare-ipc --unshare-uts --unshare-cgroup-try'.split(' ');
const ISOLATION =
  '--unshare-user --unshare-pid --as-pid-1 --die-with-parent --new-session --cap-drop ALL'.split(' ');

/** For untrusted bots: they see little of the machine and no network, and cannot use it up. */
export const strict: Sandbox = {
  level: 'strict',
  namespace: true,
  // Root that became nobody breaks the chain in which each dies with its parent.
  needsReaper: isRoot(),
  takeUser: isRoot() ? userFor : undefined,
  needs: ['bwrap', 'prlimit', ...(isRoot() ? ['setpriv'] : [])],
  get obstacle() {
    return existsSync(filterFile(false))
      ? undefined
      : `no list of allowed system calls for this processor (${process.arch}): cannot find ${filterFile(false)}`;
  },
  learn: (launcher) => learnOptions(launcher, 'bwrap'),
  hides: (path, surroundings) => [resolve(path), realOf(path)].some((at) => isHidden(at, surroundings)),
  reads: ({ strict }) => openFilter(strict.network),
  wrap: (argv, surroundings) => [
    ...(isRoot()
      ? asNobody(surroundings)
      : [program('bwrap'), ...viewOf(surroundings, ['--proc', '/proc']), ...isolation(), '--']),
    program('prlimit'),
    ...innerLimits(),
    ...argv,
  ],
};

/** Players of the next game must be able to change what one leaves in a writable folder. */
function userFor(request: StrictRequest): PlayerUser {
  return sharesUser(request) ? { id: NOBODY, release() {} } : takeUser();
}

const sharesUser = ({ writable }: StrictRequest) => writable.length > 0;

/**
 * Root makes the mounts, because nobody could not, and then becomes another user for good, with its own
 * quotas. A user namespace alone would not do: the kernel exempts its root from the limit of processes. The
 * namespace counts processes per player and calls the user nobody, whom programs know.
 */
function asNobody(surroundings: Surroundings): string[] {
  // Used in a trial without a player.
  const { user = sharesUser(surroundings.strict) ? NOBODY : usersOfThisHost()[0]! } = surroundings;
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
  // A new /proc requires a complete one above.
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
 * The filter as a file for bubblewrap. The host keeps it open in case the package is replaced during games.
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

/** Options of prlimit with the system's names and values. */
const limits = [
  { option: '--nproc', name: 'Max processes', most: 128 },
  { option: '--nofile', name: 'Max open files', most: 256 },
  { option: '--sigpending', name: 'Max pending signals', most: 1024 },
  { option: '--core', name: 'Max core file size', most: 0 },
  { option: '--fsize', name: 'Max file size', most: 64 * 2 ** 20 },
] as const;

/** Limits as words for prlimit. None exceeds the host's own, which only root could raise. */
function innerLimits(ownLimits = readProc('self/limits') ?? ''): string[] {
  return limits.map(
    ({ option, name, most }) => `${option}=${Math.min(most, hardLimit(ownLimits, name) ?? most)}`,
  );
}

function hardLimit(ownLimits: string, name: string): number | undefined {
  const found = new RegExp(`^${name} +\\S+ +(\\d+)`, 'm').exec(ownLimits)?.[1];
  return found === undefined ? undefined : Number(found);
}

/** Folders of system programs and their needs. */
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
/** Each player has a writable copy of these. */
const OWN = ['/dev/shm', '/tmp'];

interface Mount {
  readonly at: string;
  readonly words: readonly string[];
  /** It becomes read-only after its content is mounted. */
  readonly closed?: true;
}

/** The visible files as options of bubblewrap. */
function strictMounts(surroundings: Surroundings, proc: readonly string[]): string[] {
  const shownMounts = mountsOf(surroundings, proc);
  const mounts = [...shownMounts, ...coversOf(surroundings.strict.hidden, shownMounts)];
  // Inner mounts come later, or the outer ones would cover them.
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
    ...readablePaths(surroundings).flatMap((path) => mountsFor('--ro-bind', path)),
    ...surroundings.strict.writable.flatMap((path) => mountsFor('--bind', path)),
  ];
}

/** The innermost mount of a path decides. */
function isHidden(path: string, surroundings: Surroundings): boolean {
  const above = mountsOf(surroundings, []).filter(({ at }) => contains(at, path));
  const innermost = above.toSorted((one, other) => depth(one.at) - depth(other.at)).at(-1);
  return innermost === undefined || innermost.words.includes('--tmpfs');
}

/** Own folders that no folder of the host replaces. */
export function ownFolders({ readable, writable }: StrictRequest): string[] {
  const shown = [...readable, ...writable].map((path) => resolve(path));
  return OWN.filter((at) => !shown.includes(at));
}

/** bubblewrap would make folders that only root can enter. Existing folders stay. */
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

/** Homes in other places are invisible anyway. */
function hiddenHomes(): string[] {
  const homes = [process.env.HOME, homeOfUser()].flatMap((home) => (home ? [resolve(home)] : []));
  const inSystem = (home: string) => SYSTEM.some((folder) => home.startsWith(`${folder}/`));
  return [...new Set(homes)].filter((home) => inSystem(home) && existsSync(home));
}

export function homeOfUser(): string | undefined {
  // A user without an entry in the list of users has no home.
  return attempt(() => homedir(), undefined);
}

/** The path itself if nothing is there: bubblewrap reports missing files itself. */
export function realOf(path: string): string {
  return attempt(() => realpathSync(path), resolve(path));
}

/** Mounts a path by its given name and by its real one. */
function mountsFor(option: '--bind' | '--ro-bind', path: string): Mount[] {
  const real = realOf(path);
  return [...new Set([real, resolve(path)])].map((at) => ({ at, words: [option, real, at] }));
}

function readablePaths({ cwd, strict, dictionary, kwg }: Surroundings): string[] {
  const resolver = strict.network && existsSync('/etc/resolv.conf') ? [realpathSync('/etc/resolv.conf')] : [];
  return [cwd, ...strict.readable, ...ownPaths(dictionary, kwg), ...resolver];
}

/** Paths of the built-in players. */
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

/** Covers hidden files under each name that players would see. */
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

/** All folders above this one but the root. */
function ancestorsOf(path: string): string[] {
  const above = dirname(path);
  return above === '/' || above === path ? [] : [above, ...ancestorsOf(above)];
}

/** True for the folder itself, too. */
export function contains(folder: string, inner: string): boolean {
  return inner === folder || ancestorsOf(inner).includes(folder) || folder === '/';
}

/** The path of the filter for a processor, by Node's name. The package build makes it. */
export function filterFile(network: boolean, processor: string = process.arch): string {
  const name = network ? `${processor}-network` : processor;
  return join(packageRoot() ?? '.', 'dist', 'calls', `${name}.bpf`);
}
